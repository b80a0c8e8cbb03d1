import { expect, test } from 'vitest';
import { latinLetters, searchable } from './latin.ts';

test.each([
  ['Þór Guðrún', 'Thor Gudrun'],
  ['ÞÓR GUÐRÚN', 'THOR GUDRUN'],
  ['Ilgın Yıldız', 'Ilgin Yildiz'],
  ['İsmail Şahin', 'Ismail Sahin'],
  ['Αλέξανδρος Papadopoulos', 'Alexandros Papadopoulos'],
  ['Ψυχή Θεού', 'Psychi Theou'],
  ['ΠΑΠΑΔΟΠΟΎΛΟΥ', 'PAPADOPOULOU'],
  ['Илья Щукин', 'Ilya Shchukin'],
  ['ЩУКИН', 'SHCHUKIN'],
  ['Ґалаґан Їжак', 'Galagan Izhak'],
  ['Ђорђе Љубић', 'Djordje Ljubic'],
  ['Łukasz Żółć', 'Lukasz Zolc'],
  ['Åse Jørgensen Æbelø', 'Ase Jorgensen Aebelo'],
  ['Straße STRAẞE', 'Strasse STRASSE'],
  ['Cœur Ħal Ŋuru', 'Coeur Hal Nuru'],
  ['Zoe\u0308 Ngu\u0303en', 'Zoe Nguen'],
  ['Nguyễn Thị Đặng', 'Nguyen Thi Dang'],
  ['O’Neil', "O'Neil"],
  ['王小明', '王小明'],
  ['राम सिंह', 'राम सिंह'],
])('letters of Europe are written as plain Latin ones: %s', (name, latinName) => {
  expect(latinLetters(name)).toBe(latinName);
});

test.each([
  ['Zoe\u0308  Łukasz ', 'zoe lukasz'],
  ['İSMAİL ŞAHİN', 'ismail sahin'],
  ['Ngu\u0303en', 'nguen'],
  ['ÅSE\u00a0Jørgensen', 'ase jorgensen'],
  ['ＡＤＡ', 'ada'],
  ['שָׁלוֹם', 'שלום'],
])('a name in any spelling is searched for in one: %s', (name, searchText) => {
  expect(searchable(name)).toBe(searchText);
});
