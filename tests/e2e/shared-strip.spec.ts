import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test as base, type Page } from '@playwright/test'
import { startS3Server } from '../support/s3-server'
import { startS3Way } from '../support/s3-way'
import { seriousFindings } from './axe'
import { expect, inElectron, root, startServer, stop } from './cairn'
import { type Language, person } from './steps'

interface Team {
  /** Bert's window on the library. */
  readonly page: Page
  /** Bert's way to the bucket; Anna's stays open. */
  readonly way: Awaited<ReturnType<typeof startS3Way>>
  /** Anna adds a file at a terminal, and keeps the right to write for a while. */
  readonly annaAdds: (name: string, text: string) => Promise<void>
}

/** Two machines on one library of the S3 server that the tests use. */
const test = base.extend<{ team: Team }>({
  team: async ({ page }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-team-'))
    const server = await startS3Server()
    const way = await startS3Way(server.environment.AWS_ENDPOINT_URL)
    const library = 's3://team/huts'
    const machine = (name: string, endpoint: string) => {
      const known = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
      const own = { ...server.environment, XDG_DATA_HOME: join(folder, name), AWS_ENDPOINT_URL: endpoint }
      return { ...Object.fromEntries(known), ...own, CAIRN_STORE: library }
    }
    const anna = machine('anna', server.environment.AWS_ENDPOINT_URL)
    const annas = await startServer(library, anna)
    const berts = await startServer(library, machine('bert', way.address))
    try {
      await page.goto(berts.link)
      await use({
        ...{ page, way },
        annaAdds: async (name, text) => {
          await writeFile(join(folder, name), text)
          const cairn = [join(root, 'out/main/cli.js'), 'ingest', join(folder, name)]
          await promisify(execFile)(process.execPath, cairn, { env: anna })
        },
      })
    } finally {
      await Promise.all([stop(annas.process), stop(berts.process)])
      await way.close()
      await server.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
})

const shots = process.env['CAIRN_SHOTS']

/** Pictures for whoever looks at them; none in a usual run. */
async function picture(page: Page, name: string): Promise<void> {
  if (shots === undefined) return
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    for (const width of [1440, 1000, 700]) {
      await page.setViewportSize({ width, height: 900 })
      await page
        .locator('section[aria-label]')
        .first()
        .scrollIntoViewIfNeeded()
        .catch(() => undefined)
      await page.screenshot({ path: join(shots, `${name}-${scheme}-${width}.png`) })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
}

for (const language of ['en', 'zh'] as const satisfies readonly Language[]) {
  test.describe(language, () => {
    test.use({ locale: language === 'zh' ? 'zh-CN' : 'en-US' })

    // Would catch a window that shows a library as one's own: nothing says why adding fails, or that the list is old.
    test(`the strip says who writes, that the bucket is gone, and that it refuses; so do the settings (${language})`, async ({
      team: { page, way, annaAdds },
    }) => {
      test.skip(inElectron, 'Two machines, each with a server of its own.')
      test.setTimeout(150_000)
      const someone = person(page, language)
      const { say } = someone
      const strip = page.getByRole('status')
      const block = page.getByRole('region', { name: say('settings:data.library.name') })
      const first = (key: string) =>
        say(key, { who: '§', time: '§' })
          .split('§')
          .find((part) => part.length > 3) ?? ''
      await annaAdds('hut.md', '# The hut\n\nThe stone hut on the pass was opened in 1911 by Greta Lind.')
      await someone.goTo('settings')
      await expect(block.getByText('s3://team/huts', { exact: true })).toBeVisible()
      await expect(block.getByText(`on ${hostname()}`)).toBeVisible()
      await expect(block.getByText(say('settings:data.library.reading'))).toBeVisible()
      await block.scrollIntoViewIfNeeded()
      await picture(page, `settings-${language}`)
      expect(await seriousFindings(page)).toEqual([])

      // Bert wants to add, too.
      await someone.goTo('library')
      await expect(page.getByText('hut.md').first()).toBeVisible()
      await page.getByTestId('choose-files').setInputFiles({
        ...{ name: 'mill.md', mimeType: 'text/markdown' },
        buffer: Buffer.from('# The mill\n\nThe water mill was built in 1843.'),
      })
      await expect(strip.filter({ hasText: first('library:shared.othersWrite') })).toBeVisible()
      await picture(page, `strip-others-${language}`)

      way.become('gone')
      await expect(strip.filter({ hasText: say('library:shared.unreachable') })).toBeVisible({ timeout: 30_000 })
      await picture(page, `strip-gone-${language}`)
      way.become('refuses')
      await expect(strip.filter({ hasText: say('library:shared.refused') })).toBeVisible({ timeout: 30_000 })
      await picture(page, `strip-refused-${language}`)
      expect(await seriousFindings(page)).toEqual([])
      await someone.goTo('settings')
      await expect(block.getByText(say('settings:data.library.unknown'))).toBeVisible()
      await expect(block.getByRole('alert')).toBeVisible()
      await block.scrollIntoViewIfNeeded()
      await picture(page, `settings-refused-${language}`)

      way.become('open')
      await block.getByRole('button', { name: say('settings:data.library.look') }).click()
      await expect(block.getByRole('alert')).toBeHidden()
      await someone.goTo('library')
      await expect(strip.filter({ hasText: say('library:shared.refused') })).toBeHidden()
    })
  })
}
