import { headlessActions } from '@shells/headless-actions'
import { type Browser, chromium, type Page } from 'playwright'
import type { Engine } from '@engine/ports/engine-interface'
import { createLinks, linkOf, newSecret } from '@shells/web/requests/links'
import { startWebServer } from '@shells/web/server'
import { chromiumPath } from '../../scripts/chromium-path.mjs'

export interface ServedPage {
  readonly browser: Browser
  readonly engine: Engine
  /** The built renderer, absolute. */
  readonly rendererFolder: string
  readonly log: (line: string) => void
}

/** Serves an engine to a fresh page that is ready for a question. */
export async function withServedPage(
  { browser, engine, rendererFolder, log }: ServedPage,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const links = createLinks()
  const secrets = { cookieSecret: newSecret(), linkSecret: newSecret() }
  const server = await startWebServer({
    ...secrets,
    rendererFolder,
    port: 0,
    links,
    log,
    engine,
    actions: headlessActions(engine, ''),
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(linkOf(server.port, await links.issue()))
    await page.locator('textarea').waitFor()
    await work(page)
  } finally {
    await server.close()
  }
}

export function launchChromium(): Promise<Browser> {
  const executablePath = chromiumPath()
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-background-networking'],
  })
}
