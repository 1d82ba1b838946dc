import { Stack, Token } from 'aws-cdk-lib';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type * as z from 'zod';
import { parseConfig, type SurfConfig } from '../config/surf-config.ts';
import { Crawler } from '../crawler.ts';
import { PACKED_CODE } from './packed-code.ts';

/**
 * The fields of surf.config.json, all optional; docs/how-to/deploy.md has them with their defaults.
 * The region is that of the stack.
 */
export type SurfCrawlerProps = Omit<z.input<typeof SurfConfig>, '$schema' | 'region'>;

/**
 * A Surf deployment in a stack of yours: `new SurfCrawler(this, 'Surf', { contact: … })`. Names of
 * tables, functions and bucket begin with `surf-<stage>-`: a second one in the same account and
 * region needs another `stage`.
 */
export class SurfCrawler extends Construct {
  /** Address of the API, and of the console. */
  readonly url: string;
  /** Bucket with all crawls; it remains when the stack is deleted. */
  readonly archive: Bucket;

  /** @throws Error with one line per fault of `props` */
  constructor(scope: Construct, id: string, props: SurfCrawlerProps = {}) {
    super(scope, id);
    const { region } = Stack.of(this);
    const config = parseConfig(
      { ...props, region: Token.isUnresolved(region) ? null : region },
      `what ${this.node.path} was given`,
    );
    const crawler = new Crawler(this, 'Default', { config, target: 'aws', code: PACKED_CODE });
    this.url = crawler.endpoint.url;
    this.archive = crawler.archive.bucket;
  }
}
