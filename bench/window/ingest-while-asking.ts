import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import type { BenchIo } from '../io'
import { readProbe, startProbe } from './page-probe'

/** Drops thirty files, a third of them broken, and asks questions until all rest: what it costs the page in frames. */
export async function measureIngestWhileAsking(page: Page, folder: string, io: BenchIo) {
  const paths = await thirtyFiles(folder, join(io.resources, 'sample'))
  await page.evaluate(() => (window.location.hash = '#/chat'))
  await page.locator('textarea').waitFor()
  await startProbe(page)
  const started = performance.now()
  await drop(page, paths)
  const answers: number[] = []
  for (const question of ['How high is the hut?', 'How many visitors came in 2024?', '奥里尔湖有多深？']) {
    const asked = performance.now()
    await page.locator('textarea').fill(question)
    await page.locator('textarea').press('Enter')
    await page.waitForFunction((text) => document.body.innerText.includes(text), question)
    await page
      .getByRole('button', { name: /Stop|停止/u })
      .last()
      .waitFor({ state: 'hidden' })
    answers.push(Math.round(performance.now() - asked))
  }
  await page.waitForFunction(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      return document.querySelector('[role="progressbar"]') === null
    },
    undefined,
    { timeout: 120_000 },
  )
  const frames = await readProbe(page)
  return {
    files: paths.length,
    seconds: Math.round((performance.now() - started) / 100) / 10,
    answers_ms: answers,
    ...frames,
  }
}

async function thirtyFiles(folder: string, samples: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const names = await readdir(samples)
  for (let n = 0; n < 30; n += 1) {
    const name = names[n % names.length] ?? ''
    const bytes = await readFile(join(samples, name))
    const broken = n % 3 === 2
    await writeFile(join(folder, `${n}-${name}`), broken ? bytes.subarray(0, bytes.length / 3) : bytes)
  }
  return (await readdir(folder)).map((name) => join(folder, name))
}

/** Drops files on the page as from outside the browser. */
async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const files = await Promise.all(
    paths.map(async (path) => ({
      name: path.split('/').at(-1) ?? path,
      base64: (await readFile(path)).toString('base64'),
    })),
  )
  const dataTransfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer()
    for (const { name, base64 } of list) {
      data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name))
    }
    return data
  }, files)
  for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('main', type, { dataTransfer })
}
