import { SurfError } from '#core/error.ts';

/** DynamoDB takes items up to 400 KB; in a transaction the reason of the item says it. */
const TOO_LARGE = /item size/i;

/** Rethrows, in the user's words, DynamoDB's refusal of a definition that no row can hold. */
export function refuseTooLarge(error: unknown): never {
  const { message = '', CancellationReasons = [] } = error as {
    readonly message?: string;
    readonly CancellationReasons?: readonly { readonly Message?: string }[];
  };
  const words = [message, ...CancellationReasons.map(({ Message = '' }) => Message)];
  if (!words.some((text) => TOO_LARGE.test(text))) throw error;
  throw new SurfError('WORKFLOW_TOO_LARGE', 'the definition is larger than a row can be (400 KB)', {
    remedy: 'give fewer seeds or patterns; sitemaps bring any number of addresses',
    cause: error,
  });
}
