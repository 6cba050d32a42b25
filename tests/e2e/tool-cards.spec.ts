import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Page } from '@playwright/test'
import { looks } from '../rounds'
import { seriousFindings } from './axe'
import { expect, test } from './cairn'
import { dropFiles } from './files'
import { type Language, person } from './steps'

/** A thousand hauls; every tenth has a long note. */
const hauls = [
  'Haul,Quay,Weight (kg),Note',
  ...Array.from({ length: 1000 }, (_, at) =>
    [
      at + 1,
      ['North', 'South'][at % 2],
      10 + (at % 7),
      at % 10 === 0 ? 'Counted again by the harbour master' : '',
    ].join(),
  ),
].join('\n')
const total = Array.from({ length: 1000 }, (_, at) => 10 + (at % 7)).reduce((sum, one) => sum + one)

const tickets = [
  'Ticket,Opened,Reported by,Where it stands,What was done about it,Cost (EUR)',
  'TKT-1042,2024-03-05,Harbour master of the northern quay,Waiting for a part from Rotterdam,The winch was taken down and its brake was looked at,1250',
  'TKT-1043,2024-03-07,Lighthouse keeper,Done,The lamp was exchanged,89',
].join('\n')

const cases = [
  { language: 'en', locale: 'en-US', colorScheme: 'light', question: 'What is the total weight in hauls.csv?' },
  { language: 'zh', locale: 'zh-CN', colorScheme: 'dark', question: 'hauls.csv 里 Weight 总共是多少？' },
] as const

function reader(page: Page, language: Language) {
  const someone = person(page, language)
  const { say } = someone
  return {
    ...someone,
    async add(path: string, content: string) {
      await writeFile(path, content)
      await someone.skipWelcome()
      await dropFiles(page, [path])
      await someone.goTo('library')
      await expect(someone.row(basename(path))).toContainText(say('library:status.ready'), { timeout: 60_000 })
      await someone.goTo('chat')
    },
    async askTool(question: string) {
      await someone.ask(question)
      const turn = someone.turn(question)
      await someone.answered(turn)
      return { turn, card: turn.getByRole('list', { name: say('chat:tools.list') }).getByRole('listitem') }
    },
  }
}

for (const { language, locale, colorScheme, question } of looks(cases, 0)) {
  test.describe(`cards of tools, ${language}, ${colorScheme}`, () => {
    test.use({ locale, colorScheme })

    // Would catch a thousand rows in one go, SQL in the reader's way, and a table that the keyboard cannot scroll.
    test('a long result is short at first, and all of it is in reach of the keyboard', async ({
      cairn,
      context,
    }, testInfo) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const { page } = cairn
      const someone = reader(page, language)
      const { say } = someone
      await someone.add(testInfo.outputPath('hauls.csv'), hauls)
      const { turn, card } = await someone.askTool(question)
      await expect(turn).toContainText(total.toLocaleString('en'))
      await card.getByRole('button').first().focus()
      await page.keyboard.press('Enter')
      const rows = card.getByRole('region', { name: say('chat:tools.rows') })
      await expect(rows.getByRole('row')).toHaveCount(21)
      await expect(card).toContainText(say('chat:tools.kept', { kept: 200, total: '1,000' }))
      const sql = card.locator('pre')
      await expect(sql).toBeHidden()
      expect(await seriousFindings(page)).toEqual([])

      await card.getByRole('button', { name: say('chat:tools.showRows', { count: 200 }) }).focus()
      await page.keyboard.press('Enter')
      await expect(rows).toBeFocused()
      await expect(rows.getByRole('row')).toHaveCount(201)
      await page.keyboard.press('End')
      await expect.poll(() => rows.evaluate((element) => element.scrollTop)).toBeGreaterThan(100)

      await card.getByText(say('chat:tools.workings'), { exact: true }).focus()
      await page.keyboard.press('Enter')
      await expect(sql).toContainText('SELECT')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('SELECT')
      expect(await seriousFindings(page)).toEqual([])
    })
  })
}

// Would catch columns that are pressed together to one letter a line, and a page that has to be scrolled sideways.
test('a table stays a table in a narrow window', async ({ cairn }, testInfo) => {
  const { page } = cairn
  const someone = reader(page, 'en')
  await someone.add(testInfo.outputPath('tickets.csv'), tickets)
  await page.setViewportSize({ width: 420, height: 700 })
  const { card } = await someone.askTool('TKT-1042')
  await card.getByRole('button').first().click()
  const cell = card.getByRole('cell', { name: 'The winch was taken down and its brake was looked at', exact: true })
  await expect(cell).toBeAttached()
  const [width, height] = await cell.evaluate((element) => [element.clientWidth, element.clientHeight])
  expect(width).toBeGreaterThan(60)
  expect(height).toBeLessThan(150)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(420)
})

test('a call that fails says why, on the card and within it', async ({ cairn }) => {
  const { page } = cairn
  const someone = reader(page, 'en')
  await someone.skipWelcome()
  const { card } = await someone.askTool('@calculator 1/0')
  await expect(card).toContainText(someone.say('chat:tools.failed'))
  await card.getByRole('button').first().click()
  await expect(card.locator('[class*=error]')).toContainText(/zero/iu)
  expect(await seriousFindings(page)).toEqual([])
})
