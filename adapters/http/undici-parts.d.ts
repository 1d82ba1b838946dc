/** Modules of undici that have no types of their own: what they export is part of the package's. */
declare module 'undici/lib/dispatcher/client.js' {
  import undici = require('undici');
  export = undici.Client;
}

declare module 'undici/lib/core/connect.js' {
  import undici = require('undici');
  export = undici.buildConnector;
}
