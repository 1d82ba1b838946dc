/** Owner of what a person at this machine makes, without sign-in. */
export const LOCAL_USER = 'local';
