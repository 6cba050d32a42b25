import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { seriousFindings } from './axe'
import { test } from './cairn'
import { person } from './steps'

const question = 'When was the stone hut on Kestrel Col opened?'

/** Opens the export dialog of the chat on show, exports it in a format, and says where the file lies. */
async function exported(page: Page, folder: string, format: string): Promise<string> {
  const someone = person(page)
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await sidebar.getByText('When was the stone hut').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: someone.say('exchange:menu.export') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: new RegExp(`^${escaped(format)}`, 'u') }).check({ force: true })
  const waiting = page.waitForEvent('download')
  await dialog.getByRole('button', { name: someone.say('exchange:export.submit'), exact: true }).click()
  const download = await waiting
  const path = join(folder, download.suggestedFilename())
  await download.saveAs(path)
  await page.keyboard.press('Escape')
  return path
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
}

test.describe('the record of an answer', () => {
  test.use({ withSharedSample: true })

  test('shows what went into it; a passage is left out, and the question asked again without it', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    await someone.ask(question)
    const turn = someone.turn(question)
    await someone.answered(turn)
    await page.getByRole('tab', { name: someone.say('app:context') }).click()
    const panel = page.getByRole('tabpanel', { name: someone.say('app:context') })
    await expect(panel).toContainText(/of 4,000 tokens/u)
    const before = await turn.innerText()
    const exclude = panel.getByRole('button', { name: new RegExp(`^${someone.say('context:exclude')}`, 'u') })
    await exclude.first().click()
    await panel.getByRole('button', { name: /Ask again with 1 left out/u }).click()
    await expect(turn).toContainText('2/2')
    await someone.answered(turn)
    expect(await turn.innerText()).not.toBe(before)
    await expect(panel).toContainText(someone.say('context:decision.cut.excluded'))
    // What was asked with stays said after a reload.
    await page.reload()
    await page.getByRole('tab', { name: someone.say('app:context') }).click()
    await expect(panel).toContainText(/Asked with 1 left out/u)
  })

  test('an exported page opens from disk without a network: answer, citations, passages', async ({
    cairn,
    browser,
  }) => {
    const { page, folder } = cairn
    const someone = person(page)
    await someone.ask(question)
    await someone.answered(someone.turn(question))
    const path = await exported(page, folder, someone.say('exchange:format.html.name'))
    const context = await browser.newContext({ offline: true })
    try {
      const reader = await context.newPage()
      const asked: string[] = []
      const faults: string[] = []
      reader.on('request', (request) => asked.push(request.url()))
      reader.on('pageerror', (error) => faults.push(error.message))
      reader.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
      await reader.goto(pathToFileURL(path).href)
      await expect(reader.getByText(question).first()).toBeVisible()
      await reader.locator('a.cite').first().click()
      await expect(reader.locator(':target')).toBeInViewport()
      await expect(reader.locator('mark').first()).toBeVisible()
      expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([])
      expect(faults).toEqual([])
    } finally {
      await context.close()
    }
  })

  test('a bundle is dropped into another store and read there; a damaged one is refused in words', async ({
    cairn,
  }) => {
    const { page, folder } = cairn
    const someone = person(page)
    await someone.ask(question)
    await someone.answered(someone.turn(question))
    const path = await exported(page, folder, someone.say('exchange:format.bundle.name'))
    // Deleted here, it comes back with the bundle.
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    await sidebar.getByText('When was the stone hut').first().click()
    await page.keyboard.press('Delete')
    await expect(sidebar.getByText('When was the stone hut')).toBeHidden()
    const whole = await readFile(path)
    const damaged = join(folder, 'damaged.cairn.zip')
    await writeFile(damaged, whole.subarray(0, whole.length - 200))
    const choose = async (file: string) => {
      await someone.goTo('settings')
      await page.getByRole('button', { name: someone.say('exchange:settings.importNow') }).click()
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
    }
    await choose(damaged)
    await expect(page.getByRole('dialog')).toContainText(/not imported/u)
    await page.keyboard.press('Escape')
    await expect(sidebar).toBeVisible()
    await expect(sidebar.getByText('When was the stone hut')).toBeHidden()
    await choose(path)
    await expect(page.getByRole('dialog').getByRole('button', { name: question })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sidebar.getByText('When was the stone hut')).toBeVisible()
  })
})

test.describe('what is asked about an answer', () => {
  test.use({ withSharedSample: true })

  test('what Cairn would answer now, compared with what it said', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    await someone.ask(question)
    await someone.answered(someone.turn(question))
    await page.getByRole('tab', { name: someone.say('app:context') }).click()
    const panel = page.getByRole('tabpanel', { name: someone.say('app:context') })
    const press = (key: string) => panel.getByRole('button', { name: someone.say(key), exact: true }).click()
    await press('context:check.again')
    await press('context:check.mode.record')
    await expect(panel).toContainText(someone.say('context:check.same.both'))
    await press('context:check.mode.search')
    await expect(panel).toContainText(someone.say('context:check.same.both'))
    // Beside the chat: nothing of it stands there.
    await expect(page.getByRole('article')).toHaveCount(1)
  })

  test('why it did not say something: typed by keyboard alone, and from words selected in a document', async ({
    cairn,
  }) => {
    const { page } = cairn
    const someone = person(page)
    await someone.ask(question)
    const turn = someone.turn(question)
    await someone.answered(turn)
    const panel = page.getByRole('tabpanel', { name: someone.say('app:context') })
    const expected = panel.getByRole('textbox', { name: someone.say('context:check.expected') })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('why did the answer')
    await expect(page.getByRole('option').first()).toContainText(someone.say('palette:commands.whyNot'))
    await page.keyboard.press('Enter')
    await expect(expected).toBeFocused()
    await page.keyboard.type('a submarine harbour')
    await page.keyboard.press('Enter')
    await expect(panel).toContainText(someone.say('context:check.verdict.not_in_library'))
    await expect(panel).toContainText(someone.say('context:check.step.reading'))
    // What it does say is told, too, and its place opens at the words.
    await expected.fill('12 june 1968')
    await expected.press('Enter')
    await expect(panel).toContainText(someone.say('context:check.verdict.answered'))
    expect(await seriousFindings(page)).toEqual([])
    await panel
      .getByRole('button', { name: new RegExp(`^${someone.say('context:open')}:`, 'u') })
      .first()
      .click()
    await expect(page.locator('[data-start] mark').first()).toContainText('12 June 1968')
    const words = await page
      .locator('[data-start] mark')
      .first()
      .evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        document.getSelection()?.removeAllRanges()
        document.getSelection()?.addRange(range)
        document.dispatchEvent(new PointerEvent('pointerup'))
        return element.textContent
      })
    await someone.button('viewer:whyNot').click()
    await expect(expected).toHaveValue(words)
    // Would catch a passage in the marks it is written with: rules and bars of tables, signs of headings.
    await expected.fill('at most six people or 450 kg')
    await expected.press('Enter')
    const place = panel
      .getByRole('list', { name: someone.say('context:check.places') })
      .getByRole('listitem')
      .first()
    await expect(place.locator('mark')).toHaveText('at most six people or 450 kg')
    await expect(place).not.toContainText(/#|\|/u)
  })
})
