import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { type Deployment, resourceName } from '../../config/deployment.ts';
import type { ApiEndpoint } from './api-endpoint.ts';

export interface AddressLimitProps extends Deployment {
  readonly endpoint: ApiEndpoint;
  /** Requests of one address in five minutes. */
  readonly requests: number;
}

const WINDOW_SECONDS = 300;
const TOO_MANY = {
  type: 'urn:surf:error:RATE_EXCEEDED',
  title: 'more requests than this deployment accepts from one address',
  status: 429,
  code: 'RATE_EXCEEDED',
  remedy: 'wait five minutes; api.requestsPerAddress in surf.config.json sets the limit',
};

/**
 * A web ACL that answers 429 to an address with too many requests, before the gateway counts them.
 * So it leaves the stage's throttle, which all callers share, to the others.
 * @see
 * https://docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statement-type-rate-based.html
 */
export class AddressLimit extends Construct {
  constructor(scope: Construct, id: string, props: AddressLimitProps) {
    super(scope, id);
    const visibilityConfig = {
      cloudWatchMetricsEnabled: false,
      sampledRequestsEnabled: true,
      metricName: resourceName(props, 'addresses'),
    };
    const acl = new CfnWebACL(this, 'Resource', {
      name: resourceName(props, 'addresses'),
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig,
      customResponseBodies: { tooMany: { contentType: 'APPLICATION_JSON', content: JSON.stringify(TOO_MANY) } },
      rules: [
        {
          name: 'one-address',
          priority: 0,
          action: {
            block: {
              customResponse: {
                responseCode: TOO_MANY.status,
                customResponseBodyKey: 'tooMany',
                responseHeaders: [{ name: 'Retry-After', value: String(WINDOW_SECONDS) }],
              },
            },
          },
          statement: {
            rateBasedStatement: { limit: props.requests, aggregateKeyType: 'IP', evaluationWindowSec: WINDOW_SECONDS },
          },
          visibilityConfig,
        },
      ],
    });
    new CfnWebACLAssociation(this, 'Stage', {
      webAclArn: acl.attrArn,
      resourceArn: props.endpoint.restApi.deploymentStage.stageArn,
    });
  }
}
