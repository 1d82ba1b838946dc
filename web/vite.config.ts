import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The console: hashed files, addressed relative to the page's `<base>`, so that it works below any path. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the CSP has no data: but for images
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
