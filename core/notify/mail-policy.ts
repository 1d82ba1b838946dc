import * as z from 'zod';

/** Most characters of an address (RFC 5321 §4.5.3.1.3, without its brackets). */
const MOST_CHARACTERS = 254;

/** An e-mail address in ASCII, without a name. */
export const MailAddress = z.email().max(MOST_CHARACTERS);

/** An address, a domain (all of its addresses), or `*` (everybody). */
const Recipients = z.union([
  MailAddress,
  z
    .string()
    .max(MOST_CHARACTERS)
    .regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i),
  z.literal('*'),
]);

/** Sender and allowed recipients of a server's e-mail, as its operator writes them. */
export const MailPolicy = z.object({
  from: MailAddress,
  /** @default the domain of `from` */
  to: z.array(Recipients).min(1).max(100).optional(),
});
export type MailPolicy = z.infer<typeof MailPolicy>;

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Addresses, out of those given, that the server may not send to. Letter case does not count. */
export function refusedRecipients({ from, to = [domainOf(from)] }: MailPolicy, addresses: readonly string[]): string[] {
  const open = new Set(to.map((entry) => entry.toLowerCase()));
  return open.has('*')
    ? []
    : addresses.filter((address) => !open.has(address.toLowerCase()) && !open.has(domainOf(address)));
}
