import { describe, expect, it } from 'vitest';
import { parseEnvironment } from '../../lambdas/settings/settings.ts';
import { findingsOf, synthesize } from './template.ts';

const arn = (name: string) => `arn:aws:lambda:eu-central-1:123456789012:function:${name}`;
const PLUGINS = [
  { name: 'language', functionArn: arn('detect-language'), storesData: false },
  { name: 'price', functionArn: arn('prices:live'), storesData: true, timeoutSeconds: 2, memoryMb: 256 },
];

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
}

/** Statements about functions of the deployer, by the policies that have them. */
const rights = (config: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    synthesize({ config })
      .resources('AWS::IAM::Policy')
      .flatMap(([id, { Properties }]): [string, unknown][] => {
        const { Statement } = Properties.PolicyDocument as { readonly Statement: readonly Statement[] };
        return Statement.filter((one) => JSON.stringify(one).includes(':function:')).map(({ Action, Resource }) => [
          id.replace(/RoleDefaultPolicy.*$/, ''),
          { Action, Resource },
        ]);
      }),
  );

/** SURF_PLUGINS of the functions that have it, by their names. */
const variables = (config: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    synthesize({ config })
      .resources('AWS::Lambda::Function')
      .flatMap(([, { Properties }]): [string, unknown][] => {
        const { Variables } = (Properties.Environment ?? { Variables: {} }) as { Variables: Record<string, string> };
        const { SURF_PLUGINS } = Variables;
        return SURF_PLUGINS === undefined ? [] : [[String(Properties.FunctionName), JSON.parse(SURF_PLUGINS)]];
      }),
  );

const LANGUAGE = { name: 'language', storesData: false, timeoutMs: 5_000, memoryMb: 1_024 };
const PRICE = { name: 'price', storesData: true, timeoutMs: 2_000, memoryMb: 256 };

describe('plug-ins of a deployment (S21)', () => {
  it('change nothing where there are none: no right, no variable, the same template', () => {
    expect([rights({}), variables({})]).toEqual([{}, {}]);
    expect(synthesize({ config: { plugins: [] } }).resources('AWS::Lambda::Function')).toEqual(
      synthesize().resources('AWS::Lambda::Function'),
    );
    expect(synthesize({ config: { plugins: [] } }).resources('AWS::IAM::Policy')).toEqual(
      synthesize().resources('AWS::IAM::Policy'),
    );
  });

  it('may be called by workers alone, these functions alone', () => {
    const statement = { Action: 'lambda:InvokeFunction', Resource: PLUGINS.map(({ functionArn }) => functionArn) };

    expect(rights({ plugins: PLUGINS })).toEqual({ WorkersFewHosts: statement, WorkersManyHosts: statement });
    expect(findingsOf({ config: { plugins: PLUGINS } })).toEqual(findingsOf());
  });

  it('reach workers with their ARNs, and without ARNs the functions that check workflows and plan waves', () => {
    const [withArn, without] = [
      [
        { ...LANGUAGE, functionArn: arn('detect-language') },
        { ...PRICE, functionArn: arn('prices:live') },
      ],
      [LANGUAGE, PRICE],
    ];

    expect(variables({ plugins: PLUGINS })).toEqual({
      'surf-main-crawl-few-hosts': withArn,
      'surf-main-crawl-many-hosts': withArn,
      'surf-main-advance': without,
      'surf-main-crawl-small': without,
      'surf-main-watchdog': without,
      'surf-main-api': without,
    });
    const environment = { AWS_REGION: 'eu-central-1', AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256', SURF_STAGE: 'main' };
    const { SURF_PLUGINS } = parseEnvironment({ ...environment, SURF_PLUGINS: JSON.stringify(withArn) });
    expect(SURF_PLUGINS).toEqual(withArn);
    expect(parseEnvironment(environment).SURF_PLUGINS).toEqual([]);
  });

  it.each<[string, object]>([
    ['plugins.0.name', { ...PLUGINS[0], name: 'Language' }],
    ['plugins.0.functionArn: "detect"', { ...PLUGINS[0], functionArn: 'detect' }],
    ['plugins.0.functionArn: "arn', { ...PLUGINS[0], functionArn: arn('*') }],
    ['plugins.0.storesData: missing', { name: 'language', functionArn: arn('x') }],
    ['plugins.0.timeoutSeconds', { ...PLUGINS[0], timeoutSeconds: 31 }],
    ['two plug-ins have one name', { ...PLUGINS[1], name: 'price' }],
  ])('that have a fault (%s) stop synthesis', (message, plugin) => {
    expect(() => synthesize({ config: { plugins: [plugin, PLUGINS[1]] } })).toThrowError(message);
  });
});
