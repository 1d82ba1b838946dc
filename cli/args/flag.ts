import { SurfError } from '#core/error.ts';
import { didYouMean } from '#core/faults/nearest-name.ts';

/** An option of a command. */
export interface Flag {
  /** Name without dashes. */
  readonly name: string;
  /** One-letter alias, such as `o` for `-o`. */
  readonly short?: string;
  /** Name of its value in the help; null for a flag without one. */
  readonly value: string | null;
  /** Heading under which the help shows it. @default none */
  readonly group?: string;
  /** `boolean`: `--warc`, `--warc false`, `--warc=false`, `--no-warc`. @default false */
  readonly boolean?: boolean;
  readonly help: string;
}

/** Options of every command. */
export const GLOBAL_FLAGS: readonly Flag[] = [
  { name: 'data', value: 'DIR', help: 'data folder (default .surf)' },
  { name: 'api', value: 'URL', help: 'work on this server instead of a data folder (or SURF_API; key in SURF_KEY)' },
  { name: 'profile', value: 'NAME', help: 'work on the server that surf login kept under this name' },
  { name: 'cost', value: null, help: 'list what the crawl costs on AWS at list prices (reports and status)' },
  { name: 'json', value: null, help: 'machine-readable output; errors as JSON on stderr' },
  {
    name: 'allow-private-network',
    value: null,
    help: 'crawl private and loopback addresses, too (crawl, run; serve: in every crawl that it starts)',
  },
  {
    name: 'connect-to',
    value: 'HOST:PORT:ADDRESS:PORT',
    help: 'connect to another address than the URL’s; empty HOST or PORT match all; repeatable (crawl, run, serve)',
  },
  {
    name: 'secrets',
    value: 'DIR',
    help: 'folder with files of secrets, mode 0600: OWNER/NAME (or SURF_SECRETS; crawl, run, resume, continue, serve)',
  },
  {
    name: 'plugin',
    value: 'NAME=FILE',
    help: 'a module that adds fields to the record of each page, see docs/how-to/extend.md; repeatable (crawl, run, resume, continue, serve)',
  },
  {
    name: 'quiet',
    short: 'q',
    value: null,
    help: 'print data, errors and the parts that the crawl did not read; hide progress, notes and report',
  },
  { name: 'no-color', value: null, help: 'accepted for scripts, as NO_COLOR is: Surf prints no colours' },
  { name: 'help', short: 'h', value: null, help: 'how to use the command' },
];

/** Output of an export: for `export`, and for commands that crawl and then export. */
export const OUTPUT_FLAGS: readonly Flag[] = [
  {
    name: 'out',
    short: 'o',
    value: 'PATH',
    help: 'write this file; its suffix selects the format: .jsonl .csv .parquet .md .warc.gz .wacz; - is stdout; a folder ends with /',
  },
  { name: 'format', value: 'FORMAT', help: 'the format, if the suffix does not select it: see surf export --help' },
  { name: 'force', value: null, help: 'replace existing files' },
];

/** Columns of a table, also for the files that a crawl writes at its end. */
export const COLUMNS_FLAG: Flag = {
  name: 'columns',
  value: 'NAMES',
  help: 'jsonl, csv, parquet: only these columns, with commas: url,title,text,markdown,wordCount,language,inLinks,depth,pageRank,visits,weight, …',
};

/** Fields of records, instead of a file with a selection policy, or in addition to it. */
export const SELECT_FLAG: Flag = {
  name: 'select',
  value: 'NAME=SELECTOR',
  help: 'take this value out of each page: title=h1, price:number=.price (a type), price=.price@data-value (an attribute), links[]=a@href (a list of absolute addresses); repeatable',
};

/** Flag of commands that run an execution to its end. */
export const EXIT_CODE_FLAG: Flag = {
  name: 'exit-code',
  value: null,
  help: 'report the outcome as exit code: 10 no page was fetched, 11 ended at a limit, 12 ended at its budget',
};

/** Flags of a start of an execution, not of its workflow. */
export const START_FLAGS: readonly Flag[] = [
  ...OUTPUT_FLAGS,
  COLUMNS_FLAG,
  SELECT_FLAG,
  EXIT_CODE_FLAG,
  { name: 'base', value: 'ID', help: 'request pages of this ended execution only if they have changed since' },
  { name: 'full', value: null, help: 'in a collection (revisit): request every page, not only those that are due' },
];

/** Flags of `surf resume` that are not limits. */
export const RESUME_FLAGS: readonly Flag[] = [...OUTPUT_FLAGS, COLUMNS_FLAG, EXIT_CODE_FLAG];

/** Flags of a run of a Crawler.conf. */
export const RUN_FLAGS: readonly Flag[] = [
  { name: 'once', value: null, help: 'of a Crawler.conf with a period: end after the first crawl' },
];

/** One use of an option: its value, `true` for one without. */
export interface GivenFlag {
  readonly flag: string;
  readonly value: string;
}

/** The options of a call, in order. */
export class GivenFlags {
  readonly all: readonly GivenFlag[];

  constructor(all: readonly GivenFlag[]) {
    this.all = all;
  }

  has(name: string): boolean {
    return this.all.some(({ flag }) => flag === name);
  }

  /** The value of the flag's last use. */
  value(name: string): string | undefined {
    return this.all.findLast(({ flag }) => flag === name)?.value;
  }

  values(name: string): string[] {
    return this.all.filter(({ flag }) => flag === name).map(({ value }) => value);
  }
}

/**
 * The value of a flag with a closed list of values.
 * @param flag without dashes
 * @throws SurfError COMMAND_USAGE
 */
export function choiceOf<Value extends string>(flag: string, value: string, known: readonly Value[]): Value {
  const found = known.find((one) => one === value);
  if (found !== undefined) return found;
  throw new SurfError(
    'COMMAND_USAGE',
    `--${flag} ${JSON.stringify(value.slice(0, 100))} is not one of ${known.join(', ')}`,
    {
      remedy: didYouMean(value, known).trim() || `for example --${flag} ${known[0]}`,
    },
  );
}
