import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '@shared': resolve(import.meta.dirname, 'shared') } },
  test: {
    environment: 'node',
    globalSetup: ['tests/build-once.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['tests/unit/**/*.test.ts', 'tests/architecture/**/*.test.ts'] },
      },
      { extends: true, test: { name: 'pipeline', include: ['tests/pipeline/**/*.test.ts'] } },
      { extends: true, test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], testTimeout: 600_000 } },
    ],
  },
})
