import { testRule } from './rule.ts';
import { stylesUseLogicalSides } from './styles.ts';

testRule('styles name start and end, never left and right', stylesUseLogicalSides, {
  files: {
    'client/src/ui/A.tsx': [
      'export const a = <p className="ms-4 ml-4" />;',
      'export const b = clsx("md:hover:-left-2", open && `text-left ${x}`);',
      'export const c = "border-l rounded-tr-lg";',
      'export const d = "line-left-over align-left html ArrowLeft left right-to-left prose mr";',
    ].join('\n'),
    'client/src/ui/a.css':
      '.a { margin-inline: 1px; margin-left: 2px;\n text-align: right; left: 0; border-top-left-radius: 1px }',
  },
  finds: [
    'client/src/ui/A.tsx:1 uses ml-4',
    'client/src/ui/A.tsx:2 uses md:hover:-left-2',
    'client/src/ui/A.tsx:2 uses text-left',
    'client/src/ui/A.tsx:3 uses border-l',
    'client/src/ui/a.css:1 uses margin-left: 2px',
    'client/src/ui/a.css:2 uses text-align: right',
    'client/src/ui/a.css:2 uses left: 0',
    'client/src/ui/a.css:2 uses border-top-left-radius: 1px',
  ],
});
