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
    // Would catch a window that scrolls away as a whole, with its head, and cannot be scrolled back.
    expect(
      await page.evaluate(() => [document.documentElement.scrollTop, document.documentElement.scrollHeight]),
    ).toEqual([0, await page.evaluate(() => document.documentElement.clientHeight)])
  })

  // Would catch a wrong source that can only be left out among the blocks of the prompt.
  test('a source is left out where it is seen, and the question asked again without it', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    const question = 'When was the stone hut on Kestrel Col opened?'
    await someone.ask(question)
    const turn = someone.turn(question)
    await someone.answered(turn)
    const panel = page.getByRole('tabpanel', { name: someone.say('app:evidence') })
    const first = panel.getByRole('listitem').first()
    const passage = await first.innerText()
    await first.hover()
    const leaveOut = first.getByRole('button', { name: someone.say('evidence:leaveOut') })
    await leaveOut.click()
    await expect(leaveOut).toHaveAttribute('aria-pressed', 'true')
    await panel.getByRole('button', { name: /^Ask again with 1 left out/u }).click()
    await expect(turn).toContainText('2/2')
    await someone.answered(turn)
    await expect(panel.getByText(passage.split('\n').at(-1) ?? passage)).toHaveCount(0)
  })
})

test.describe('first tasks in Chinese', () => {
  test.use({ locale: 'zh-CN' })

  // Would catch names of documents that run into one another, as a list in Chinese has no spaces between them.
  test('two chosen documents are told apart in Chinese', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page, 'zh')
    await someone.goTo('chat')
    const field = someone.composer
    for (const name of ['水位监测规程', '会议纪要']) {
      await field.pressSequentially(`#${name}`)
      await expect(page.getByRole('option', { name: new RegExp(name, 'u') })).toBeVisible()
      await field.press('Enter')
    }
    await field.pressSequentially('比较两份文件中的雷达水位计')
    await field.press('Enter')
    // Below the question, and above the evidence.
    await expect(page.getByText('水位监测规程.md\u2069、')).toHaveCount(2)
    await expect(page.locator('.answer').getByRole('columnheader')).toHaveText([
      '水位监测规程.md',
      '会议纪要-2024-11.txt',
    ])
  })
})
