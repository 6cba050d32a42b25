import { expect, test } from './cairn'
import { person } from './steps'

test.use({ withSharedSample: true })

/** What somebody stumbled over who had only the window. */
test.describe('first tasks', () => {
  // Would catch a hit that cannot be told from the row under the pointer, and a count of sentences that are gone with their document.
  test('the open hit is marked, and hits leave with their document', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    await someone.goTo('library')
    await page.getByRole('textbox', { name: someone.say('library:filter.text') }).fill('1983. The cable car was built')
    const hit = page.getByRole('region', { name: 'history-timeline.txt' }).getByRole('button').first()
    await hit.click()
    await expect(hit).toHaveAttribute('aria-current', 'location')
    await expect(page.locator('[data-text-hits] [aria-current]')).toHaveCount(1)
    await page.getByRole('textbox', { name: someone.say('library:filter.text') }).fill('history-timeline')
    const names = page.getByRole('button', { name: new RegExp(`^${someone.say('library:lookIn.names')} \\d`, 'u') })
    await names.click()
    await someone.row('history-timeline.txt').click({ button: 'right' })
    await page.getByRole('menuitem', { name: new RegExp(`^${someone.say('library:act.delete')}`, 'u') }).click()
    await expect(someone.row('history-timeline.txt')).toBeHidden()
    await someone.button('library:trash.open').click()
    const trash = page.getByRole('dialog', { name: someone.say('library:trash.title') })
    await trash.getByText(someone.say('library:trash.restoreOne'), { exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(someone.row('history-timeline.txt')).toBeVisible()
  })

  // Would catch a name without a document that is sent as a question.
  test('a # that matches nothing says so and is not sent', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    await someone.goTo('chat')
    const field = page.getByRole('textbox', { name: someone.say('chat:composer') })
    await field.fill('#zeppelin')
    await field.press('Enter')
    await expect(page.getByText(someone.say('chat:scope.noMatch', { words: 'zeppelin' }))).toBeVisible()
    await expect(field).toHaveValue('#zeppelin')
    await field.press('Escape')
    await field.press('Enter')
    await expect(field).toHaveValue('')
  })

  // Would catch a document of before in the place of the evidence, and a way to the passages that ends above them.
  test('a new answer shows its evidence, and leaving out a passage is two keys from there', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    await someone.goTo('chat')
    await someone.ask('How long does the cable car from Tarnsford to the station take?')
    await page
      .locator('article')
      .getByRole('button', { name: /^Source 1/u })
      .first()
      .click()
    await expect(page.getByRole('tab', { name: 'Document' })).toHaveAttribute('aria-selected', 'true')
    await someone.ask('Who must be called when a red water level alarm is raised?')
    await expect(page.getByRole('tab', { name: someone.say('app:evidence') })).toHaveAttribute('aria-selected', 'true')
    await someone.button('evidence:changeSources').click()
    await expect(page.locator('[data-passage] button').first()).toBeFocused()
    await expect(page.locator('[data-passage]').first()).toBeInViewport()
  })
})
