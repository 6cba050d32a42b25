import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const replacing = ['tests/unit/renderer/**/*.test.ts', 'tests/unit/shells/window/**/*.test.ts']
/** Opens two hundred engines; the threads that read files need not be started for each. */
const openedOften = [
  'tests/faults/damage-table.test.ts',
  'tests/faults/damage-around.test.ts',
  'tests/faults/damage-made-again.test.ts',
  'tests/faults/damage-sealed.test.ts',
  'tests/faults/damage-vault.test.ts',
]

export default defineConfig({
  resolve: {
    alias: {
      '@engine': resolve(import.meta.dirname, 'electron/engine'),
      '@shells': resolve(import.meta.dirname, 'electron/shells'),
      '@renderer': resolve(import.meta.dirname, 'renderer'),
      '@resources': resolve(import.meta.dirname, 'resources'),
      '@shared': resolve(import.meta.dirname, 'shared'),
    },
  },
  test: {
    environment: 'node',
    // What a file was compiled to is kept between runs, by its content.
    experimental: { fsModuleCache: true },
    globalSetup: ['tests/build-once.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A second is too short for what a busy machine is waited for.
    expect: { poll: { timeout: 20_000 } },
    // As for the browser tests: a machine that is busy with something else breaks deadlines. What needs a second try is listed.
    retry: process.env['CI'] === undefined ? 0 : 1,
    // One more than a small machine has cores: many files wait for a process, a thread or a pause.
    maxWorkers: 3,
    // What a test makes is mostly dropped at once: with more room for the young, less time goes into collecting it.
    execArgv: ['--max-semi-space-size=64'],
    // Loading what is tested takes as long as testing it, so files of a worker share it. Tests of the window replace
    // modules, globals and stores: they share the worker too, and tests/fresh-modules.ts resets those after each file.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts', 'tests/architecture/**/*.test.ts'],
          exclude: replacing,
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'unit-alone', include: replacing, isolate: false, setupFiles: ['tests/fresh-modules.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'pipeline',
          include: ['tests/pipeline/**/*.test.ts'],
          isolate: false,
          setupFiles: ['tests/shared-parse-pool.ts', 'tests/shared-term-tables.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          exclude: openedOften,
          isolate: false,
          // Some dozens of kills, each with a start of its own.
          testTimeout: process.env['CAIRN_TEST_LONG'] === '1' ? 3_600_000 : 600_000,
          setupFiles: ['tests/shared-term-tables.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'faults-shared',
          include: openedOften,
          isolate: false,
          testTimeout: 600_000,
          setupFiles: ['tests/shared-parse-pool.ts', 'tests/shared-term-tables.ts'],
        },
      },
    ],
  },
})
