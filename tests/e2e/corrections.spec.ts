import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { seriousFindings } from './axe'
import { expect, test, withClient } from './cairn'
import { person } from './steps'

test.setTimeout(180_000)

/** A name as notices have it, so that its direction does not turn the sentence around. */
const isolated = (name: string) => `\u2068${name}\u2069`

test.describe('what people put right from the window', () => {
  test.use({ withSample: true })

  // Would catch a merge that only the terminal can do, and one that cannot be taken back.
  test('two names of the graph become one, and are two again', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    const { say } = someone
    const list = page.getByRole('list', { name: say('graph:lists.entities') })
    const card = page.getByRole('article', { name: say('graph:card.label') })
    await page
      .getByRole('navigation')
      .getByRole('button', { name: say('app:graph'), exact: true })
      .click()
    const names = list.locator('bdi')
    await expect(names.nth(1)).toBeVisible({ timeout: 60_000 })
    const [name = '', other = ''] = (await names.allTextContents()).slice(0, 2)
    await list.getByRole('button').first().click()
    await expect(card.getByRole('heading', { level: 2 })).toHaveText(name)
    await card.getByRole('button', { name: say('graph:card.more') }).click()
    await page.getByRole('menuitem', { name: say('graph:actions.merge') }).click()
    const dialog = page.getByRole('dialog')
    const merge = dialog.getByRole('button', { name: say('graph:merge.do'), exact: true })
    await expect(merge).toBeDisabled()
    await dialog.getByRole('combobox', { name: say('graph:merge.label') }).fill(other)
    await page
      .getByRole('option')
      .filter({ has: page.getByText(other, { exact: true }) })
      .first()
      .click()
    await expect(dialog).toContainText(say('graph:merge.chosen', { name }))
    expect(await seriousFindings(page)).toEqual([])
    await merge.click()
    await expect(
      page.getByText(say('graph:merge.done', { name: isolated(name), other: isolated(other) })),
    ).toBeVisible()
    await expect(card).toContainText(say('graph:reasons.manual'))
    await someone.button('graph:back').click()
    const called = (text: string) => list.locator('bdi').getByText(text, { exact: true })
    await expect(called(name)).toBeVisible()
    await expect(called(other)).toHaveCount(0)
    await someone.button('app:undo').click()
    await expect(called(other)).toBeVisible()
    await called(name).click()
    await expect(card.getByRole('heading', { level: 2 })).toHaveText(name)
    await expect(card).not.toContainText(say('graph:reasons.manual'))
  })

  // Would catch a list full of copies, and copies that nobody can come to.
  test('documents that are nearly the same stand as one row, which unfolds', async ({ cairn }) => {
    const { page, folder } = cairn
    const someone = person(page)
    const files = join(folder, 'minutes')
    await mkdir(files)
    const sentences = Array.from(
      { length: 40 },
      (_, at) => `Point ${at}: the hut keeps ${at * 7} blankets in room ${at}.`,
    )
    const add = async (name: string, warden: number) => {
      await writeFile(join(files, name), `# Minutes\n\n${[...sentences, `Signed by warden ${warden}.`].join('\n\n')}\n`)
      await withClient(cairn.origin, (client) => client.documents.add({ paths: [join(files, name)] }))
    }
    await someone.goTo('library')
    await add('minutes.md', 0)
    await expect(someone.row('minutes.md')).toContainText(someone.say('library:status.ready'), { timeout: 60_000 })
    await add('minutes-signed.md', 1)
    await add('minutes-final.md', 2)
    const more = page.getByRole('button', { name: someone.say('library:row.nearlySame_other', { count: 2 }) })
    await expect(more).toHaveAttribute('aria-expanded', 'false', { timeout: 60_000 })
    await expect(someone.row('minutes.md')).toBeVisible()
    await expect(someone.row('minutes-signed.md')).toHaveCount(0)
    await more.click()
    await expect(someone.row('minutes-signed.md')).toBeVisible()
    const last = someone.row('minutes-final.md')
    await expect(last).toContainText('minutes.md')
    expect(await seriousFindings(page)).toEqual([])
    await last.dblclick()
    await expect(page.getByRole('complementary', { name: someone.say('app:panel') })).toContainText(
      'Signed by warden 2.',
    )
    await more.click()
    await expect(last).toHaveCount(0)

    // Would catch buttons in a row that only a pointer can press.
    const row = someone.row('minutes.md')
    await row.click()
    const grid = page.getByRole('grid')
    await expect(grid).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(page.locator('[data-beginning]')).not.toBeEmpty()
    await page.keyboard.press('ArrowRight')
    const choose = row.getByRole('button', { name: someone.say('library:row.choose', { name: 'minutes.md' }) })
    await expect(choose).toBeFocused()
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight')
    await expect(more).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(last).toBeVisible()
    await expect(grid).toBeFocused()
    await page.keyboard.press('ArrowRight')
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowRight')
    await expect(
      row.getByRole('button', { name: someone.say('library:row.menu', { name: 'minutes.md' }) }),
    ).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: someone.say('library:act.move') })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await grid.focus()
    await page.keyboard.press('ArrowRight')
    await expect(choose).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(grid).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    await expect(grid).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(page.locator('[data-beginning]')).toHaveCount(0)
  })

  // Would catch questions that have to be taken one by one, and a chat whose answers are lost on the way.
  test('a set takes all questions of a chat, with what was answered', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    const { say, button } = someone
    const questions = ['When was the stone hut on Kestrel Col opened?', 'What does the Siskin R80 cost?']
    for (const question of questions) {
      await someone.ask(question)
      await someone.answered(someone.turn(question))
    }
    await someone.goTo('evaluation')
    await button('evaluation:newSet').click()
    await button('evaluation:takeChat').click()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('menuitem', { name: 'When was the stone hut on Kestrel Col opened?' }).click()
    const taken = page.getByRole('region', { name: say('evaluation:questions'), exact: true }).getByRole('listitem')
    await expect(taken).toHaveCount(2)
    for (const [at, question] of questions.entries()) await expect(taken.nth(at)).toContainText(question)
    await expect(taken.nth(0)).toContainText(/“.+”/u)
    expect(await seriousFindings(page)).toEqual([])
  })
})
