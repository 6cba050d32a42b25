import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Browser } from 'playwright'
import { figures } from '../metrics'

/**
 * Starts `cairn serve` on the store of each run, an empty one for a first start, and a fresh page on its link, `runs` times:
 * milliseconds from the start of the process to the link, and from the link to a page that can be used.
 */
export async function timeFirstScreens(browser: Browser, storeOf: (run: number) => string, runs: number) {
  const ready: number[] = []
  const usable: number[] = []
  const painted: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now()
    await withServer(storeOf(run), async (link) => {
      ready.push(performance.now() - started)
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
      const page = await context.newPage()
      const opened = performance.now()
      await page.goto(link)
      // Enabled only once the engine has answered.
      await page.getByRole('button').and(page.locator(':enabled')).first().waitFor()
      await page.locator('main').waitFor()
      usable.push(performance.now() - opened)
      painted.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0))
      await context.close()
    })
  }
  return { runs, server_ready: figures(ready), page_usable: figures(usable), first_paint: figures(painted) }
}

/** Runs `work` with the link of a `cairn serve` that has a store open. */
export async function withServer(store: string, work: (link: string) => Promise<void>): Promise<void> {
  const cli = process.argv[1] ?? ''
  const child = spawn(process.execPath, [cli, 'serve', '--store', store], { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    await work(await linkFrom(child.stdout))
  } finally {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
}

async function linkFrom(stdout: NodeJS.ReadableStream): Promise<string> {
  let printed = ''
  for await (const chunk of stdout) {
    printed += String(chunk)
    const [link] = /http:\/\/localhost:\d+\/open\?token=[\w-]+/u.exec(printed) ?? []
    if (link !== undefined) return link
  }
  throw new Error(`cairn serve printed no link: ${printed}`)
}
