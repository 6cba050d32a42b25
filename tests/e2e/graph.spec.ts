import type { Locator, Page } from '@playwright/test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { looks } from '../rounds'
import { seriousFindings } from './axe'
import { expect, test } from './cairn'
import { dropFiles } from './files'
import { person } from './steps'

test.setTimeout(180_000)
// As most people see it: the drawing arranges itself before the eyes.
test.use({ reducedMotion: 'no-preference' })

/** Steps in the graph, for a page in this language. */
function graphReader(page: Page, language: 'en' | 'zh' = 'en') {
  const someone = person(page, language)
  const list = page.getByRole('list', { name: someone.say('graph:lists.entities') })
  return {
    ...someone,
    list,
    card: page.getByRole('article', { name: someone.say('graph:card.label') }),
    search: page.getByRole('combobox', { name: someone.say('graph:search.placeholder') }),
    drawing: page.getByRole('application'),
    async openGraph() {
      await page
        .getByRole('navigation')
        .getByRole('button', { name: someone.say('app:graph'), exact: true })
        .click()
      await expect(list.getByRole('button').first()).toBeVisible({ timeout: 60_000 })
    },
    /** Until nothing moves any more. */
    settled: () =>
      expect(page.getByRole('button', { name: someone.say('graph:arrange') })).toBeVisible({ timeout: 60_000 }),
  }
}

test.describe('with the sample collection', () => {
  test.use({ withSharedSample: true })

  test('finds an entity by keyboard, opens its card and the passage that names it', async ({ cairn }) => {
    const { page } = cairn
    const reader = graphReader(page)
    await reader.openGraph()
    const name = (await reader.list.locator('bdi').first().textContent()) ?? ''
    await reader.search.fill(name)
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(reader.card.getByRole('heading', { level: 2 })).toContainText(name)
    expect(new URL(page.url()).hash).toMatch(/^#\/graph\/n_[0-9a-f]{16}$/u)
    const passage = reader.card.getByTitle(reader.say('graph:passage')).first()
    await passage.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('tab', { name: reader.say('app:document') })).toBeVisible()
    expect(new URL(page.url()).hash).toMatch(/doc=.+&at=\d+-\d+/u)
  })

  test('a reload and the way back keep the entity and its surroundings', async ({ cairn }) => {
    const { page } = cairn
    const reader = graphReader(page)
    await reader.openGraph()
    await reader.list.getByRole('button').first().click()
    const name = (await reader.card.getByRole('heading', { level: 2 }).textContent()) ?? ''
    await reader.card.getByRole('button', { name: reader.say('graph:card.focus'), exact: true }).click()
    const around = page.getByRole('navigation', { name: reader.say('graph:focus.label') })
    await expect(around).toContainText(name)
    await page.reload()
    await expect(around).toContainText(name)
    await expect(reader.card.getByRole('heading', { level: 2 })).toHaveText(name)
    await page.goBack()
    await expect(around).toBeHidden()
  })

  test('places stay as they were arranged on the last visit', async ({ cairn }) => {
    const { page } = cairn
    const reader = graphReader(page)
    await reader.openGraph()
    await reader.settled()
    await page
      .getByRole('navigation')
      .getByRole('button', { name: reader.say('app:chat'), exact: true })
      .click()
    await reader.openGraph()
    await expect(page.getByRole('button', { name: reader.say('graph:arrange') })).toBeVisible({ timeout: 2000 })
    await page.reload()
    await reader.openGraph()
    // Everything has its place: there is nothing to arrange.
    await expect(page.getByRole('button', { name: reader.say('graph:arrange') })).toBeVisible({ timeout: 5000 })
    await expect(page.getByRole('button', { name: reader.say('graph:stop') })).toBeHidden()
  })

  test('a new name can be given and taken back', async ({ cairn }) => {
    const { page } = cairn
    const reader = graphReader(page)
    await reader.openGraph()
    await reader.list.getByRole('button').first().click()
    const heading = reader.card.getByRole('heading', { level: 2 })
    const name = (await heading.textContent()) ?? ''
    await reader.card.getByRole('button', { name: reader.say('graph:card.more') }).click()
    await page.getByRole('menuitem', { name: reader.say('graph:actions.rename') }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Another name')
    await page.keyboard.press('Enter')
    await expect(heading).toHaveText('Another name')
    await page.getByRole('button', { name: reader.say('app:undo') }).click()
    await expect(heading).toHaveText(name)
  })

  // Would catch lists in the colours of types beside a drawing in those of communities, which nothing explains.
  test('entities have the colour in lists that they have in the drawing', async ({ cairn }) => {
    const { page } = cairn
    const reader = graphReader(page)
    await reader.openGraph()
    const colourOf = (row: Locator) =>
      row
        .locator('span')
        .first()
        .evaluate((dot) => getComputedStyle(dot).backgroundColor)
    const legend = page.getByRole('region', { name: reader.say('graph:legend.title') })
    const community = legend
      .getByRole('button')
      .filter({ has: page.locator('bdi') })
      .first()
    const colour = await colourOf(community)
    await community.click()
    const members = page
      .getByRole('article', { name: reader.say('graph:community.label') })
      .getByRole('region', { name: reader.say('graph:community.entities') })
      .getByRole('button')
    await expect(members.nth(1)).toBeVisible()
    for (const at of [0, 1]) expect(await colourOf(members.nth(at))).toBe(colour)
  })

  for (const { language, locale, colorScheme } of looks(
    [
      { language: 'en', locale: 'en-US', colorScheme: 'light' },
      { language: 'zh', locale: 'zh-CN', colorScheme: 'dark' },
    ] as const,
    1,
  )) {
    test.describe(`in ${language}, ${colorScheme}`, () => {
      test.use({ locale, colorScheme, viewport: { width: 1440, height: 900 } })

      test('drawing and list stay side by side while a document is open, and a path has its place in the legend', async ({
        cairn,
      }) => {
        const { page } = cairn
        const reader = graphReader(page, language)
        await reader.openGraph()
        await reader.settled()
        const legend = page.getByRole('region', { name: reader.say('graph:legend.title') })
        await expect(legend.getByRole('heading', { name: reader.say('graph:legend.communities') })).toBeVisible()
        await reader.list.getByRole('button').first().click()
        // Said of it, or standing with it: something leads there.
        const other = (await reader.card.locator('li bdi').first().textContent()) ?? ''
        await reader.card.getByTitle(reader.say('graph:passage')).first().click()
        await expect(page.getByRole('tab', { name: reader.say('app:document') })).toBeVisible()
        // Beside each other, and neither narrower than it needs.
        await expect
          .poll(async () => {
            const [drawing, card] = [await reader.drawing.boundingBox(), await reader.card.boundingBox()]
            if (!drawing || !card) return 'gone'
            return drawing.width >= 400 && card.width >= 300 && card.x >= drawing.x + drawing.width ? 'beside' : 'apart'
          })
          .toBe('beside')
        await reader.card.getByRole('button', { name: reader.say('graph:card.pathTo') }).click()
        await page.getByRole('combobox', { name: reader.say('graph:path.search') }).fill(other)
        await page.getByRole('option').first().click()
        // Beside a document there is no room for it by itself.
        await legend.getByRole('button', { name: reader.say('graph:legend.open') }).click()
        await expect(legend.getByText(reader.say('graph:legend.between'))).toBeVisible()
      })
    })
  }

  test('a whole graph becomes a file', async ({ cairn }) => {
    const { page } = cairn
    const reader = graphReader(page)
    await reader.openGraph()
    for (const format of ['svg', 'graphml', 'json'] as const) {
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: reader.say('graph:export.label'), exact: true }).click()
      await page.getByRole('menuitem', { name: reader.say(`graph:export.${format}`) }).click()
      expect((await saved).suggestedFilename()).toBe(`cairn-graph.${format}`)
    }
  })

  for (const { language, locale, colorScheme } of looks(
    [
      { language: 'en', locale: 'en-US', colorScheme: 'light' },
      { language: 'zh', locale: 'zh-CN', colorScheme: 'dark' },
    ] as const,
    0,
  )) {
    test.describe(`${language}, ${colorScheme}`, () => {
      test.use({ locale, colorScheme, reducedMotion: 'reduce' })

      // Would catch a control without a name, text too pale to read, a wrong role.
      test('axe finds nothing serious in the lists and on a card', async ({ cairn }) => {
        const { page } = cairn
        const reader = graphReader(page, language)
        await reader.openGraph()
        await reader.settled()
        expect(await seriousFindings(page), 'lists').toEqual([])
        await reader.list.getByRole('button').first().click()
        await expect(reader.card.getByRole('heading', { level: 2 })).toBeVisible()
        expect(await seriousFindings(page), 'card').toEqual([])
      })
    })
  }
})

test('an empty library says what will be here; an added document fills it', async ({ cairn }) => {
  const { page, folder } = cairn
  const reader = graphReader(page)
  await reader.skipWelcome()
  await page.getByRole('navigation').getByRole('button', { name: 'Graph', exact: true }).click()
  await expect(page.getByText(reader.say('graph:empty.title'))).toBeVisible()
  const path = join(folder, 'pumps.md')
  const text = 'The Hydra pump uses the Siskin valve. The Siskin valve depends on the Hydra pump.\n\n'
  await writeFile(path, `# Pumps\n\n${text.repeat(4)}`)
  await dropFiles(page, [path])
  await page.getByRole('navigation').getByRole('button', { name: 'Graph', exact: true }).click()
  await expect(reader.list.getByRole('button', { name: /Hydra/u }).first()).toBeVisible({ timeout: 60_000 })
})
