import * as docs from './docs.ts';
import { testRule } from './rule.ts';

testRule('links in the documentation lead somewhere', docs.linksResolve, {
  files: {
    'README.md': '[a](docs/A.md) [folder](docs) [gone](docs/B.md) [web](https://example.com) [here](#part)',
    'docs/A.md': '[up](../README.md#part)',
  },
  finds: ['README.md leads to docs/B.md, which is not there'],
});

testRule('every rule is written down with its tool', docs.rulesAreDocumented, {
  files: {
    'docs/ARCHITECTURE.md':
      'Rules in `anywhere`.\n| rule | held by |\n| a | `ruleOne`, oxlint `no-console` |\n| b | `noSuchRule` |',
    '.oxlintrc.json': '{ "rules": { "no-console": "error" } }',
    'tests/architecture/a.test.ts': "testRule('one', a.ruleOne, {});\ntestRule('two', ruleTwo, {});",
  },
  finds: ['ruleTwo is not written down', 'docs/ARCHITECTURE.md names noSuchRule, which nothing holds'],
});

testRule('a decision says when, why, what, and what follows', docs.decisionsFollowTheTemplate, {
  files: {
    'docs/decisions/0001-a.md':
      '# 0001 A\n\nDate: 2026-11-21. Status: accepted.\n\n## Context\n## Decision\n## Consequences\n',
    'docs/decisions/0002-b.md': '# 0003 B\n\n## Context\n## Decision\n',
  },
  finds: [
    'docs/decisions/0002-b.md lacks ## Consequences',
    'docs/decisions/0002-b.md lacks date or status',
    'docs/decisions/0002-b.md has another number in its title',
  ],
});
