import * as z from 'zod';

/** Name of an SNS topic in the account and region of a deployment. */
export const TopicName = z.string().regex(/^[A-Za-z0-9_-]{1,256}$/);
