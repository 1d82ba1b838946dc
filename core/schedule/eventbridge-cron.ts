import { SurfError } from '#core/error.ts';

/** Days as EventBridge counts them (1 is Sunday), and as croner does (0 is Sunday). */
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
/** Largest value of each field, for `a/b`. */
const MOST = { minutes: 59, hours: 23, days: 31, months: 12, weekdays: 7, years: 2199 } as const;

/**
 * The fields of an EventBridge cron expression in croner's syntax: seconds first, days of the week
 * from 0, `a/b` as a range, `6L` as `5#L`.
 * @see https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
 * @throws SurfError SCHEDULE_INVALID
 */
export function cronerPattern(fields: string): string {
  const parts = fields.toUpperCase().split(/\s+/);
  const [minutes = '', hours = '', days = '', months = '', weekdays = '', years = ''] = parts;
  if (parts.length !== 6) {
    throw invalid(
      `cron(${fields}) has ${parts.length} of 6 fields`,
      'write cron(minutes hours day-of-month month day-of-week year), for example cron(0 8 ? * MON-FRI *)',
    );
  }
  if ((days === '?') === (weekdays === '?')) {
    throw invalid(
      `cron(${fields}): one of day of month and day of week is ?, and not both`,
      'cron(0 8 ? * MON-FRI *) names days of the week, cron(0 8 1 * ? *) days of the month',
    );
  }
  return [
    '0',
    stepped(minutes, MOST.minutes),
    stepped(hours, MOST.hours),
    days === '?' ? '*' : stepped(days, MOST.days),
    stepped(months, MOST.months),
    weekdays === '?' ? '*' : weekdays.split(',').map(weekday).join(','),
    years === '?' ? '*' : stepped(years, MOST.years),
  ].join(' ');
}

/** `5/15` is every 15th value from 5 on. */
const stepped = (field: string, most: number): string =>
  field
    .split(',')
    .map((part) => part.replace(/^(\d+)\/(\d+)$/, `$1-${most}/$2`))
    .join(',');

/** Days by name or number from 1, to numbers from 0. */
function weekday(part: string): string {
  if (part === 'L') return '6'; // the last day of the week
  return stepped(part, MOST.weekdays)
    .replace(/^(\d|[A-Z]{3})L$/, '$1#L')
    .replace(/SUN|MON|TUE|WED|THU|FRI|SAT/g, (day) => String(DAYS.indexOf(day) + 1))
    .replace(/^(\d)(?:-(\d))?(?=$|#|\/)/, (_, first: string, last: string | undefined) =>
      last === undefined ? fromZero(first) : `${fromZero(first)}-${fromZero(last)}`,
    );
}

function fromZero(day: string): string {
  const number = Number(day);
  if (number >= 1 && number <= 7) return String(number - 1);
  throw invalid(`day of week ${day}`, 'days of the week are 1 (SUN) to 7 (SAT), or their names');
}

const invalid = (what: string, remedy: string): SurfError => new SurfError('SCHEDULE_INVALID', what, { remedy });
