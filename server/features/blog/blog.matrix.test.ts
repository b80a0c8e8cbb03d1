import * as contract from '#shared/blog/blog.contract.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { tryActions, type ActionCase } from '#tests/setup/action-matrix.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, rows } = testbed;
const admin = fixture(() => theAdmin(app));
const post = { title: 'A new coin', content: 'Some *words*.' };

const onPost: Pick<ActionCase, 'make' | 'stateOf'> = {
  make: async () => {
    const { id, version } = (await admin.post('blog-posts', post)).body;
    return { id: String(id), version: Number(version) };
  },
  stateOf: ({ id }) => rows('select title, status, version from blog_posts where id = $1', [id]),
};

tryActions(testbed, 'blog', [
  {
    contract: contract.createBlogPost,
    make: async () => ({ id: '' }),
    stateOf: () => rows('select id, title from blog_posts order by id'),
    body: () => post,
  },
  { ...onPost, contract: contract.updateBlogPost, body: () => ({ status: 'published' }) },
  { ...onPost, contract: contract.deleteBlogPost },
]);
