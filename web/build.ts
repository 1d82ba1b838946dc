import react from '@vitejs/plugin-react';
import { build } from 'vite';

/**
 * `npm run build:web`: hashed files with URLs relative to `<base>`, so the console works below any
 * path.
 */
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
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // browsers with light-dark(): keeps the CSS as written
    assetsInlineLimit: 0, // no data: URLs, which the CSP forbids
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
