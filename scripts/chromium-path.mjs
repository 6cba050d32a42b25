import { existsSync } from 'node:fs'

/** Debian's browsers, the one without a window of its own first: it starts faster and looks the same. */
const debian = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/**
 * The browser that tests, benches and screenshots use: the one that CHROMIUM_PATH names, or Debian's where it is. Undefined where
 * there is none of them: Playwright then looks for the one that it has installed.
 *
 * @returns {string | undefined} Absolute path.
 */
export function chromiumPath() {
  return process.env['CHROMIUM_PATH'] ?? debian.find((path) => existsSync(path))
}
