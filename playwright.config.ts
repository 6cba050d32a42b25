import { defineConfig } from '@playwright/test'
import { chromiumPath } from './scripts/chromium-path.mjs'

const chromium = chromiumPath()

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'out/test/e2e',
  globalSetup: './tests/e2e/sample-store.ts',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Each has an engine and a browser page of its own, and waits for one or the other: two cores carry three of them.
  workers: 3,
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // A machine that is busy with something else breaks the stages' deadlines; what passes at the second try is listed as flaky.
  retries: process.env['CI'] === undefined ? 0 : 1,
  reporter: [['list'], ['./tests/e2e/counts-reporter.ts']],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    colorScheme: 'light',
    // Dots that pulse and wheels that turn are drawn sixty times a second while a test waits; graph.spec.ts sees motion.
    reducedMotion: 'reduce',
    // Recording a trace takes screenshots all the time, which costs more than the tests themselves.
    trace: 'on-first-retry',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
})
