/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** Tells the service worker what to keep: every file of the build, and a version that changes with them. */
function precache(): Plugin {
  return {
    name: 'precache',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const worker = bundle['sw.js']
      if (worker?.type !== 'chunk') throw new Error('the service worker was not built')
      const publicFiles = readdirSync('public', { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).replace(/^public/, ''))
      const built = Object.keys(bundle)
        .filter((name) => name !== 'sw.js' && name !== 'index.html')
        .map((name) => `/${name}`)
      const hash = createHash('sha256')
      for (const file of Object.values(bundle)) {
        hash.update(file.type === 'chunk' ? file.code : file.source)
      }
      for (const file of publicFiles) hash.update(readFileSync(join('public', file)))
      worker.code = worker.code
        .replace('__FILES__', JSON.stringify([...built, ...publicFiles].sort()))
        .replace('__VERSION__', JSON.stringify(hash.digest('hex').slice(0, 12)))
    },
  }
}

export default defineConfig({
  plugins: [svelte(), svelteTesting(), precache()],
  build: {
    outDir: '../src/klaverjas/server/page',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: 'index.html', sw: 'src/sw.ts' },
      output: {
        entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  server: {
    proxy: {
      '/api': 'http://127.0.0.1:8080',
      '/ws': { target: 'ws://127.0.0.1:8080', ws: true },
    },
  },
  test: {
    environment: 'happy-dom',
    // Nothing moves in a test: it would still be moving when the test is over.
    environmentOptions: { happyDOM: { settings: { device: { prefersReducedMotion: 'reduce' } } } },
    include: ['tests/**/*.test.ts'],
  },
})
