import { anchor, type DemoPage, htmlPage, list, movedPage } from '#demo/demo-page.ts';
import type { SiteProfile } from '#demo/site-profile.ts';
import type { Random } from '#test/site/random.ts';
import { capital, sentence, sentences } from '#test/site/words.ts';

const POSTS = 16;
const PER_PAGE = 6;
const FIRST_POST = Date.UTC(2025, 0, 6);
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

interface Post {
  readonly path: string;
  readonly title: string;
  /** `2025-01-06`. */
  readonly date: string;
  readonly topic: string;
  readonly text: readonly string[];
}

/**
 * A blog: home with the latest posts, archive in pages, topics, posts with date and neighbours, a
 * feed.
 */
export function blogPages(profile: SiteProfile, neighbour: number, random: Random): DemoPage[] {
  const posts = Array.from({ length: POSTS }, (_, i) => post(profile, i, random)).reverse();
  return [
    homePage(profile, posts, neighbour),
    aboutPage(profile, random),
    ...archivePages(posts),
    ...profile.topics.map((topic) => topicPage(topic, posts)),
    ...posts.map((one, i) => postPage(one, posts, i)),
    { ...htmlPage('/feed.xml', profile.name, feed(profile, posts)), type: 'application/rss+xml' },
    movedPage('/rss', '/feed.xml'),
    { ...htmlPage('/admin/', 'Drafts', '<p>Not for visitors.</p>'), closed: true },
  ];
}

function post(profile: SiteProfile, i: number, random: Random): Post {
  const date = new Date(FIRST_POST + i * WEEK_MS).toISOString().slice(0, 10);
  const title = sentence(random, 4).slice(0, -1);
  const slug = title.toLowerCase().replaceAll(' ', '-');
  const text = [sentences(random, 6), sentences(random, 8), sentences(random, 4)];
  return { path: `/${date.replaceAll('-', '/')}/${slug}`, title, date, topic: profile.topics[i % 4] ?? '', text };
}

const entry = (one: Post): string => `<time datetime="${one.date}">${one.date}</time> ${anchor(one.path, one.title)}`;

function homePage(profile: SiteProfile, posts: readonly Post[], neighbour: number): DemoPage {
  const topics = profile.topics.map((topic) => anchor(`/topic/${topic}`, capital(topic)));
  const content = `<p>${profile.motto}.</p>
<h2>Latest</h2>${list(posts.slice(0, PER_PAGE).map(entry))}
<p>${anchor('/archive', 'All posts')} · ${topics.join(' · ')}</p>
<p>${anchor('/rss', 'Feed')} · ${anchor(`%ORIGIN${neighbour}%/`, 'A shop we like')} · ${anchor('/admin/', 'Write')}</p>`;
  return htmlPage('/', profile.name, content);
}

function aboutPage(profile: SiteProfile, random: Random): DemoPage {
  const content = `<p>${sentences(random, 7)}</p>
<p>More of it ${anchor(profile.external, 'elsewhere')}; write to ${anchor('mailto:blog@example.com', 'blog@example.com')}.</p>`;
  return htmlPage('/about', `About ${profile.name}`, content);
}

function archivePages(posts: readonly Post[]): DemoPage[] {
  const count = Math.ceil(posts.length / PER_PAGE);
  const pathOf = (n: number): string => (n === 1 ? '/archive' : `/archive/page/${n}`);
  return Array.from({ length: count }, (_, i) => {
    const older = i + 1 < count ? `<link rel="next" href="${pathOf(i + 2)}">${anchor(pathOf(i + 2), 'Older')}` : '';
    const newer = i > 0 ? anchor(pathOf(i), 'Newer') : '';
    const shown = posts.slice(i * PER_PAGE, (i + 1) * PER_PAGE);
    return htmlPage(pathOf(i + 1), `Archive ${i + 1}`, `${list(shown.map(entry))}<p>${newer} ${older}</p>`);
  });
}

function topicPage(topic: string, posts: readonly Post[]): DemoPage {
  const own = posts.filter((one) => one.topic === topic);
  return htmlPage(`/topic/${topic}`, capital(topic), list(own.map(entry)));
}

function postPage(one: Post, posts: readonly Post[], i: number): DemoPage {
  const around = [posts[i - 1], posts[i + 1]].filter((other) => other !== undefined);
  const lost = i === POSTS - 1 ? `<p>It began with ${anchor('/2024/lost-post', 'a post that is lost')}.</p>` : '';
  const content = `<p><time datetime="${one.date}">${one.date}</time> in ${anchor(`/topic/${one.topic}`, capital(one.topic))}</p>
${one.text.map((text) => `<p>${text}</p>`).join('\n')}${lost}
${list(around.map((other) => anchor(`${other.path}#top`, other.title)))}`;
  return htmlPage(one.path, one.title, content);
}

function feed(profile: SiteProfile, posts: readonly Post[]): string {
  const items = posts.map((one) => `<item><title>${one.title}</title><pubDate>${one.date}</pubDate></item>`);
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>${profile.name}</title>${items.join('')}</channel></rss>`;
}
