import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { seriousFindings } from './axe'
import { expect, test } from './cairn'
import { lockedPdf } from '../unit/ingest/small-pdf'
import { brokenNames, dropFiles, mixedFiles } from './files'
import { person } from './steps'

test.describe('the library', () => {
  // Would catch a broken file that takes others down with it, a wrong state, or an error that says nothing.
  test('takes thirty dropped files, nine of them broken, and says what became of each', async ({ cairn }) => {
    const { page, folder } = cairn
    const someone = person(page)
    const paths = await mixedFiles(join(folder, 'drop'))
    expect(paths).toHaveLength(30)
    await someone.skipWelcome()
    await dropFiles(page, paths)
    // The chat answers meanwhile.
    for (const question of ['Who are you?', 'How many documents are there?']) {
      await someone.ask(question)
      await someone.answered(someone.turn(question))
    }
    await someone.goTo('library')
    await expect(page.getByRole('button', { name: /^Ready 21$/u })).toBeVisible({ timeout: 60_000 })
    await page.getByRole('button', { name: `Failed ${brokenNames.length}` }).click()
    for (const name of brokenNames) {
      const row = someone.row(name)
      await expect(row).toContainText('Failed')
      // What happened, and what to do, in whole sentences.
      await expect(row).toContainText(/\w+ \w+.*\./u)
    }
    await expect(someone.row('empty.md')).toContainText('empty')
    // Each reason once, with how many it concerns; a press shows those alone.
    const reasons = page.getByRole('list', { name: someone.say('library:failures.label') }).getByRole('listitem')
    expect(await reasons.count()).toBeGreaterThan(3)
    const empty = reasons.filter({ hasText: /empty/u }).locator('[aria-pressed="false"]')
    await empty.click()
    await expect(someone.row('empty.md')).toBeVisible()
    await expect(someone.row('old-word.doc')).toBeHidden()
    await reasons.getByRole('button', { pressed: true }).click()
    // What to do is in the details.
    await someone
      .row('old-word.doc')
      .getByRole('button', { name: someone.say('library:row.more') })
      .click()
    await expect(page.getByText(/save it as DOCX/u)).toBeVisible()
  })

  // Would catch a way in that only a menu has, a wrong password that goes unsaid, and one that is kept in the field.
  test('asks for the password of a PDF on its row, says when it is wrong, and reads it with the right one', async ({
    cairn,
  }) => {
    const { page, folder } = cairn
    const someone = person(page)
    const path = join(folder, 'locked.pdf')
    await writeFile(path, lockedPdf('The spare key hangs behind the stove.', 'sesame'))
    await someone.skipWelcome()
    await dropFiles(page, [path])
    await someone.goTo('library')
    const row = someone.row('locked.pdf')
    const unlock = row.getByRole('button', { name: someone.say('library:act.password'), exact: true })
    const field = page.getByRole('dialog').getByLabel(someone.say('library:password.field'), { exact: true })
    await unlock.click()
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(field).toBeHidden()
    await unlock.click()
    await field.fill('not it')
    await page.keyboard.press('Enter')
    await expect(row).toContainText('The password does not open this PDF.')
    await unlock.click()
    await expect(field).toHaveValue('')
    await field.fill('sesame')
    await page.keyboard.press('Enter')
    await expect(row).toContainText(someone.say('library:status.ready'))
    await expect(unlock).toBeHidden()
  })

  test('reads a repaired file when it is tried again', async ({ cairn }) => {
    const { page, folder } = cairn
    const someone = person(page)
    await someone.skipWelcome()
    await someone.goTo('library')
    const path = join(folder, 'notes.md')
    await writeFile(path, '')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('menuitem', { name: 'By path…' }).click()
    await page.getByRole('textbox', { name: /Path/u }).fill(path)
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
    const row = someone.row('notes.md')
    await expect(row).toContainText('Failed')
    await writeFile(path, '# Notes\n\nThe gate code is 4471.\n')
    await row.getByRole('button', { name: 'Actions for notes.md' }).click()
    await page.getByRole('menuitem', { name: 'Try again' }).click()
    await expect(row).toContainText('Ready')
  })

  test('gives back a deleted document, and keeps one that is not asked back in the trash, off the list', async ({
    cairn,
  }) => {
    const { page, folder } = cairn
    const someone = person(page)
    const names = ['keep.md', 'drop.md']
    await mkdir(join(folder, 'two'))
    for (const name of names) await writeFile(join(folder, 'two', name), `# ${name}\n\nSome words about ${name}.\n`)
    await someone.skipWelcome()
    await dropFiles(
      page,
      names.map((name) => join(folder, 'two', name)),
    )
    await someone.goTo('library')
    for (const name of names) await expect(someone.row(name)).toContainText('Ready')
    await someone.row('keep.md').click()
    await page.keyboard.press('Delete')
    await expect(someone.row('keep.md')).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(someone.row('keep.md')).toContainText('Ready')
    // It was chosen when it went; coming back is no choice.
    await expect(page.getByRole('button', { name: 'Choose keep.md' })).toHaveAttribute('aria-pressed', 'false')
    await someone.row('drop.md').click()
    await page.keyboard.press('Delete')
    await expect(someone.row('drop.md')).toBeHidden()
    await page.reload()
    await expect(someone.row('keep.md')).toBeVisible()
    await expect(someone.row('drop.md')).toBeHidden()
    await page.getByRole('button', { name: someone.say('library:trash.open') }).click()
    const trash = page.getByRole('dialog', { name: someone.say('library:trash.title') })
    await expect(trash).toContainText('drop.md')
    await expect(trash).not.toContainText('keep.md')
  })

  test('moves documents to a new collection and tags them; both filter the list', async ({ cairn }) => {
    const { page, folder } = cairn
    const someone = person(page)
    await mkdir(join(folder, 'some'))
    const paths = ['a.md', 'b.md', 'c.md'].map((name) => join(folder, 'some', name))
    for (const path of paths) await writeFile(path, `# Title of ${path.at(-4) ?? ''}\n\nText of ${path}.\n`)
    await someone.skipWelcome()
    await dropFiles(page, paths)
    await someone.goTo('library')
    await expect(someone.row('c.md')).toContainText('Ready')
    await page.getByRole('button', { name: 'Choose a.md' }).click()
    await page.getByRole('button', { name: 'Choose b.md' }).click()
    await page.getByRole('button', { name: 'Move…' }).click()
    await page
      .getByRole('dialog')
      .getByRole('combobox')
      .or(page.getByRole('dialog').getByRole('textbox'))
      .fill('Letters')
    await page.getByRole('button', { name: 'Create and move' }).click()
    await expect(someone.row('a.md')).toContainText('Letters')
    await page
      .getByRole('navigation')
      .or(page.getByRole('complementary'))
      .getByRole('button', { name: /Letters/u })
      .click()
    await expect(someone.row('b.md')).toBeVisible()
    await expect(someone.row('c.md')).toBeHidden()
    // What is in no collection has one name, also where it is chosen.
    await page.getByRole('button', { name: 'Move…' }).click()
    const unsorted = someone.say('app:unsorted')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${unsorted}`, 'u') })
      .click()
    await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue(unsorted)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: someone.say('library:move.submit'), exact: true })
      .click()
    await page.getByRole('button', { name: someone.say('library:nothing.clear') }).click()
    await expect(someone.row('a.md')).toContainText(unsorted)

    // Both get a tag at once, and the tag a colour that the row and the next page show.
    await someone.row('a.md').click()
    await someone.row('b.md').click({ modifiers: ['Control'] })
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: someone.say('library:act.tagsShort') })
      .click()
    const dialog = page.getByRole('dialog')
    for (const tag of ['urgent', 'to be checked again']) {
      await dialog.getByRole('textbox').fill(tag)
      await page.keyboard.press('Enter')
    }
    await dialog.getByRole('button', { name: someone.say('library:tags.colour', { tag: 'urgent' }) }).click()
    await page.getByRole('menuitemradio', { name: someone.say('library:tags.colours.teal') }).click()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: someone.say('library:tags.submit'), exact: true }).click()
    for (const name of ['a.md', 'b.md']) await expect(someone.row(name)).toContainText('urgent')
    await page.reload()
    // At this width there is no room for the column of tags.
    await expect(someone.row('a.md').locator('[data-colour="teal"]')).toHaveCount(1)
    await expect(someone.row('c.md').locator('[data-colour]')).toHaveCount(0)
    // Would catch the last tag cut off at the next column, without its end or a sign that there is more.
    await page.setViewportSize({ width: 1600, height: 900 })
    const last = someone.row('a.md').getByTitle('to be checked again', { exact: true })
    const inCell = async () => {
      const [tag, cell] = [await last.boundingBox(), await last.locator('..').boundingBox()]
      return tag && cell ? tag.x + tag.width <= cell.x + cell.width + 1 : null
    }
    await expect.poll(inCell).toBe(true)
  })
})

test.describe('a document that can be searched before it is in the graph', () => {
  // An answer that takes a while: until it has ended nothing is read for the graph.
  test.use({ cairnEnv: { CAIRN_TOKEN_PACE_MS: '1000' } })

  // Would catch a state that nobody sees, and one that stays when the graph has the document.
  test('says so on its row and below the list, until the graph has it', async ({ cairn }) => {
    const { page, folder } = cairn
    const someone = person(page)
    const path = join(folder, 'ferry.md')
    await writeFile(path, '# The ferry\n\nMarta Lindqvist painted the ferry in Ellerby.\n')
    await someone.skipWelcome()
    await someone.ask('Who are you?')
    await expect(someone.button('chat:stop')).toBeVisible()
    await dropFiles(page, [path])
    await someone.goTo('library')
    const row = someone.row('ferry.md')
    await expect(row).toContainText(someone.say('library:mapping.waiting'))
    const line = page.getByRole('group', { name: someone.say('library:mapping.label') })
    await expect(line).toContainText(someone.say('library:mapping.running_one', { number: 1 }))
    await someone.goTo('chat')
    await someone.button('chat:stop').click()
    await someone.goTo('library')
    await expect(row).not.toContainText(someone.say('library:mapping.waiting'))
    await expect(line).toBeHidden()
  })
})
