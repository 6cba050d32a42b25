import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Browser } from 'playwright'
import { figures } from '../metrics'

/**
 * Starts `cairn serve` on an empty store, and a fresh page on its link, `runs` times: milliseconds from the start of the process
 * to the link, and from the link to a page that can be used.
 */
export async function timeFirstScreens(browser: Browser, folder: string, runs: number) {
  const ready: number[] = []
  const usable: number[] = []
  const painted: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now()
    const cli = process.argv[1] ?? ''
    const child = spawn(process.execPath, [cli, 'serve', '--store', `${folder}-${run}`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    try {
      const link = await linkFrom(child.stdout)
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
    } finally {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    }
  }
  return { runs, server_ready: figures(ready), page_usable: figures(usable), first_paint: figures(painted) }
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
