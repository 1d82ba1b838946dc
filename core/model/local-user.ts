/** Owner of everything that a person makes on this machine, without sign-in. */
export const LOCAL_USER = 'local';
