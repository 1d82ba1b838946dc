import { Validations } from 'aws-cdk-lib';
import { EndpointType, LambdaIntegration, ResponseType, RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { type Deployment, resourceName } from '../../config/deployment.ts';

export interface ApiEndpointProps extends Deployment {
  readonly api: LambdaFunction;
}

/**
 * Answers of the gateway itself, in the form of the app's problems. The function's log does not
 * have them, but the gateway's metrics have its request id.
 */
const OWN_PROBLEMS = [
  {
    type: ResponseType.THROTTLED,
    status: '429',
    code: 'RATE_EXCEEDED',
    title: 'more requests than this deployment accepts',
    remedy: 'wait a second; api.rate and api.burst in surf.config.json set the limits',
  },
  {
    type: ResponseType.REQUEST_TOO_LARGE,
    status: '413',
    code: 'REQUEST_TOO_LARGE',
    title: 'the request is too large',
    remedy: 'split the crawl into several workflows',
  },
  {
    type: ResponseType.DEFAULT_5XX,
    status: '503',
    code: 'STORE_UNAVAILABLE',
    title: 'the function for this request failed, or took too long',
    remedy: 'try again; if it happens again, request less at once',
  },
] as const;

/**
 * REST API in front of one function, which identifies the caller and refuses everyone else. The
 * stage's throttle is the first defence.
 */
export class ApiEndpoint extends Construct {
  readonly url: string;
  readonly restApi: RestApi;

  constructor(scope: Construct, id: string, props: ApiEndpointProps) {
    super(scope, id);
    const { config, api } = props;
    this.restApi = new RestApi(this, 'Resource', {
      restApiName: resourceName(props, 'api'),
      description: 'Surf: start, follow and stop crawls',
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: false,
      binaryMediaTypes: ['*/*'], // bodies pass unchanged, both ways
      deployOptions: {
        stageName: config.stage,
        throttlingRateLimit: config.api.rate,
        throttlingBurstLimit: config.api.burst,
      },
    });
    this.restApi.node.tryRemoveChild('Endpoint'); // CDK's own output, which is ApiUrl under another name
    const integration = new LambdaIntegration(api, { proxy: true, allowTestInvoke: false });
    this.restApi.root.addMethod('ANY', integration);
    this.restApi.root.addResource('{proxy+}').addMethod('ANY', integration);
    this.#answerProblems();
    this.url = this.restApi.url;
    this.#acknowledge();
  }

  #answerProblems(): void {
    for (const { type, status, code, title, remedy } of OWN_PROBLEMS) {
      const problem = { type: `urn:surf:error:${code}`, title, status: Number(status), code, remedy };
      this.restApi.addGatewayResponse(`Own${status}`, {
        type,
        statusCode: status,
        responseHeaders: { 'Content-Type': "'application/problem+json'", 'Retry-After': "'1'" },
        templates: { 'application/json': JSON.stringify({ ...problem, requestId: '$context.requestId' }) },
      });
    }
  }

  #acknowledge(): void {
    Validations.of(this.restApi).acknowledge(
      {
        id: 'AwsSolutions-APIG1',
        reason:
          'Access logs need a role in the account’s settings, one a region, which belongs to no stack: two deployments would take it from each other. The function logs each request.',
      },
      { id: 'AwsSolutions-APIG6', reason: 'As AwsSolutions-APIG1.' },
      {
        id: 'AwsSolutions-APIG2',
        reason:
          'Requests are checked by the schemas that openapi.json is made from, which say what is wrong in words; the gateway would say 400.',
      },
      {
        id: 'AwsSolutions-APIG3',
        reason:
          'A web ACL costs more a month than an idle deployment may; credentials, throttle and small bodies bound what an attacker can do. api.requestsPerAddress adds one (address-limit.ts).',
      },
      {
        id: 'AwsSolutions-APIG4',
        reason:
          'The function itself asks for a token or a key (api/middleware/authenticate.ts), the same code as on a laptop: without either it answers /health, /config.json and the console’s files, and tests ask for every route. An authorizer would be a second place to decide it.',
      },
      {
        id: 'AwsSolutions-COG4',
        reason: 'As AwsSolutions-APIG4: there is no Cognito pool, identity is OpenID Connect or keys.',
      },
    );
  }
}
