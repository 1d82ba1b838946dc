import { type Pathology, page } from '#test/site/pathology.ts';

/** `/redirect-host/<i>` leads to the same path on origin i, where it is a page. */
export const redirectHost: Pathology = {
  name: 'redirect-host',
  about: 'A redirect to another host: scope, robots, lease and address are checked again, secret headers stay at home.',
  examples: { '/redirect-host/1': null },
  handle: (exchange) => {
    const target = Number(exchange.part(1));
    if (exchange.origin === exchange.originAt(target)) exchange.html(page('arrived on another host'));
    else exchange.redirect(301, `${exchange.originAt(target)}/redirect-host/${target}`);
  },
};
