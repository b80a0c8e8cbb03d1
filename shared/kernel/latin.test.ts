import { expect, test } from 'vitest';
import { latinLetters } from './latin.ts';

test.each([
  ['Þór Guðrún', 'Thor Gudrun'],
  ['ÞÓR GUÐRÚN', 'THOR GUDRUN'],
  ['Ilgın Yıldız', 'Ilgin Yildiz'],
  ['İsmail Şahin', 'Ismail Sahin'],
  ['Αλέξανδρος Papadopoulos', 'Alexandros Papadopoulos'],
  ['Ψυχή Θεού', 'Psychi Theoy'],
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
])('letters of Europe are written in plain Latin ones: %s', (name, written) => {
  expect(latinLetters(name)).toBe(written);
});
