import react from '@vitejs/plugin-react';
import { build } from 'vite';

/** `npm run build:web`: hashed files, addressed relative to the page's `<base>`, so that the console works below any path. */
await build({
  configFile: false,
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  logLevel: 'warn',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // as they are written: these know light-dark()
    assetsInlineLimit: 0, // every file has an address of its own, which the CSP allows
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
