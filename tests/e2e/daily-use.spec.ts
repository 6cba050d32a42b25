import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { seriousFindings } from './axe'
import { expect, test, withClient } from './cairn'
import { person } from './steps'

const chess = 'Who won the chess championship in Reykjavik in 1972?'

test.describe('with the sample', () => {
  test.use({ withSharedSample: true })

  // Would catch "not in your documents" where only one of them was searched.
  test('a question with a filter says what was searched, and can be asked without it', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    await someone.composer.fill('#inventory')
    await expect(page.getByRole('listbox')).toBeVisible()
    await someone.composer.press('Enter')
    await page.keyboard.type(chess)
    await page.keyboard.press('Enter')
    const turn = someone.turn(chess)
    await someone.answered(turn)
    await expect(turn).toContainText(/limited to \d+ of your 18 documents/u)
    expect(await seriousFindings(page)).toEqual([])
    const without = turn.getByRole('button', { name: someone.say('chat:searchEverything') })
    await without.focus()
    await page.keyboard.press('Enter')
    await expect(turn.getByText('others were not searched')).toBeHidden()
    await someone.answered(turn)
    await expect(turn).not.toContainText('others were not searched')
  })

  test('a chat is looked at as it will read, and leaves as Word', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    const question = 'How many documents mention the Siskin R80?'
    await someone.ask(question)
    await someone.answered(someone.turn(question))
    await page.getByText(question).first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: someone.say('exchange:menu.export'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    const choose = async (format: 'html' | 'docx') => {
      await dialog.getByRole('radio', { name: someone.say(`exchange:format.${format}.name`) }).click()
      const preview = dialog.locator('[data-page-preview]')
      await expect(preview.getByRole('heading', { name: question }).first()).toBeVisible()
      await expect(preview).not.toContainText('<')
    }
    await choose('html')
    expect(await seriousFindings(page)).toEqual([])
    await choose('docx')
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: someone.say('exchange:export.submit') }).click()
    expect((await download).suggestedFilename()).toMatch(/\.docx$/u)
  })

  test('a passage of a PDF opens large enough to read in a narrow panel, and in sight', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    await page.setViewportSize({ width: 1000, height: 700 })
    const question = 'How many overnight stays were there in 2024?'
    await someone.ask(question)
    const turn = someone.turn(question)
    await someone.answered(turn)
    await someone.citations(turn).first().click()
    const mark = page.locator('[data-mark="passage"]').first()
    await expect(mark).toBeVisible()
    await expect(mark).toBeInViewport({ ratio: 1 })
    await expect.poll(async () => (await mark.boundingBox())?.height ?? 0).toBeGreaterThan(10.5)
  })
})

test.describe('with a sample of one’s own', () => {
  test.use({ withSample: true })

  test('collections are a tree, a row shows how its document begins, and changes limit the list', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    await someone.goTo('library')
    // As folders that become collections have it; what people type is one name, whatever is in it.
    await withClient(cairn.origin, async (client) => {
      const idOf = new Map((await client.documents.list({})).map(({ id, name }) => [name, id]))
      const moveTo = (name: string, collection: string) =>
        client.documents.update({ ids: [idOf.get(name) ?? ''], collection })
      await moveTo('history-timeline.txt', 'station/logs')
      await moveTo('station-handbook.md', 'station/books')
    })
    await someone.row('inventory.csv').click({ button: 'right' })
    await page.getByRole('menuitem', { name: someone.say('library:act.move') }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('TCP/IP')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    const sidebar = page.getByRole('complementary', { name: someone.say('app:sidebar') })
    await expect(sidebar.getByRole('button', { name: /^TCP.IP/u })).toBeVisible()
    const station = sidebar.getByRole('button', { name: /^station/u })
    await station.focus()
    await page.keyboard.press('ArrowRight')
    await expect(sidebar.getByRole('button', { name: /^logs/u })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(someone.row('history-timeline.txt')).toBeVisible()
    await expect(someone.row('station-handbook.md')).toBeVisible()
    await expect(someone.row('inventory.csv')).toBeHidden()

    // By keyboard among the details, by pointer on a card.
    await page.getByRole('grid').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await expect(page.locator('[data-beginning]').first()).not.toBeEmpty()
    await page.keyboard.press('ArrowLeft')
    await expect(page.locator('[data-beginning]')).toHaveCount(0)
    await someone.row('history-timeline.txt').locator('button').filter({ hasText: 'history' }).hover()
    await expect(page.locator('[data-beginning]')).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])

    await page
      .getByRole('search')
      .getByRole('button', { name: someone.say('library:filter.changed') })
      .click()
    await page.getByRole('menuitem', { name: someone.say('library:changed.choose') }).click()
    await page.getByLabel(someone.say('library:dates.first')).fill('2999-01-01')
    await page.keyboard.press('Enter')
    await expect(page.getByText(someone.say('library:nothing.title'))).toBeVisible()
  })

  test('minified JSON is laid out, its words are found, and a key highlights them', async ({ cairn }) => {
    const { page, folder } = cairn
    const someone = person(page)
    const hut = { name: 'Kestrel hut', rooms: [{ name: 'Larch', beds: 4, notes: ['dry', { wood: 'x '.repeat(90) }] }] }
    const file = join(folder, 'huts.json')
    await writeFile(file, JSON.stringify({ huts: [hut, { ...hut, name: 'Merlin hut' }] }))
    await someone.goTo('library')
    await page.getByTestId('choose-files').setInputFiles(file)
    await expect(someone.row('huts.json')).toContainText(someone.say('library:status.ready'), { timeout: 60_000 })
    await someone.row('huts.json').dblclick()
    const line = page.getByText('"name":"Merlin hut",', { exact: true })
    await expect(line).toBeVisible()
    await line.evaluate((element) => {
      document.getSelection()?.selectAllChildren(element)
      document.dispatchEvent(new PointerEvent('pointerup'))
    })
    await expect(page.getByRole('toolbar', { name: someone.say('viewer:selection') })).toBeVisible()
    await page.keyboard.press('Control+Shift+H')
    await expect(page.locator('mark[data-own]').first()).toHaveText('"name":"Merlin hut",')
  })
})
