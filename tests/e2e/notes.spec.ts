import { readFile } from 'node:fs/promises'
import { seriousFindings } from './axe'
import { expect, test } from './cairn'
import { person } from './steps'

const question = 'How long does the cable car from Tarnsford to the station take?'

test.describe('notes', () => {
  test.use({ withSample: true })

  test('an answer and a source are saved, ordered, edited, put back, exported and searched', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    const { say, button } = someone
    await someone.ask(question)
    const turn = someone.turn(question)
    await someone.answered(turn)
    const save = (of: typeof turn) => of.getByRole('button', { name: say('notes:save_to') })
    await save(turn).click()
    await page.getByRole('menuitem', { name: say('notes:saveToNew') }).click()
    await expect(button('notes:show')).toBeVisible()
    const evidence = page.getByRole('list', { name: say('evidence:list') })
    await evidence.getByRole('listitem').first().hover()
    await save(evidence.getByRole('listitem').first()).click()
    await page.getByRole('menuitem', { name: say('notes:untitled'), exact: true }).click()

    await someone.goTo('notes')
    await page
      .getByRole('navigation', { name: say('notes:notebooks') })
      .getByRole('button', { name: /^Notes/u })
      .click()
    const notes = page.getByRole('list', { name: say('notes:notes') }).locator('> li')
    await expect(notes).toHaveCount(2)
    await expect(notes.first()).toContainText('19 minutes')
    await button('notes:write').click()
    await page.getByRole('textbox', { name: say('notes:newLabel') }).fill('Ask **them** again.')
    await page.keyboard.press('Control+Enter')
    await expect(notes).toHaveCount(3)
    await expect(notes.nth(2).locator('strong')).toHaveText('them')
    expect(await seriousFindings(page)).toEqual([])

    // By the keyboard, and it stays there after a reload.
    await notes
      .nth(2)
      .getByRole('button', { name: say('notes:more', { at: 3 }) })
      .focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(notes.nth(1)).toContainText('Ask them again.')
    await expect(notes.nth(1).getByRole('button', { name: say('notes:more', { at: 2 }) })).toBeFocused()
    await page.reload()
    await expect(notes.nth(1)).toContainText('Ask them again.')

    await notes
      .first()
      .getByRole('button', { name: say('notes:more', { at: 1 }) })
      .click()
    await page.getByRole('menuitem', { name: say('notes:edit') }).click()
    await page
      .getByRole('textbox', { name: say('notes:editLabel'), exact: true })
      .fill('The ride takes 19 minutes [1].')
    await button('notes:save').click()
    await expect(notes.first()).toContainText(say('notes:edited'))
    await notes
      .first()
      .getByRole('button', { name: /^Source 1/u })
      .click()
    await expect(page.getByRole('tab', { name: say('app:document') })).toBeVisible()

    await notes
      .nth(1)
      .getByRole('button', { name: say('notes:more', { at: 2 }) })
      .click()
    await page.getByRole('menuitem', { name: say('notes:remove') }).click()
    await expect(notes).toHaveCount(2)
    await button('app:undo').click()
    await expect(notes.nth(1)).toContainText('Ask them again.')

    const download = page.waitForEvent('download')
    await button('notes:export').click()
    await page.getByRole('menuitem', { name: say('notes:formats.html') }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('Notes.html')
    expect(await readFile(await file.path(), 'utf8')).toContain('The ride takes 19 minutes')

    await page.getByRole('textbox', { name: say('notes:titleLabel') }).fill('Cable car')
    await page.keyboard.press('Enter')
    await page.getByRole('switch', { name: say('notes:evidence') }).click()
    await someone.goTo('library')
    await expect(someone.row('Cable car.cairn-notes')).toBeVisible({ timeout: 30_000 })
  })
})
