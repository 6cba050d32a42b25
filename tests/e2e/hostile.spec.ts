import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './cairn'
import { hostileMarkdown, hostileNames } from './files'
import { person } from './steps'

// Would catch markup of a document that becomes markup of ours, and anything fetched from outside.
test('a hostile document is shown, and does nothing', async ({ cairn }) => {
  const { page, folder, origin } = cairn
  const outside: string[] = []
  page.on('request', (request) => {
    const { protocol } = new URL(request.url())
    if (!request.url().startsWith(origin) && protocol.startsWith('http')) outside.push(request.url())
  })
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const someone = person(page)
  await someone.skipWelcome()
  await mkdir(join(folder, 'hostile'))
  const paths = hostileNames.map((name) => join(folder, 'hostile', name))
  for (const path of paths) await writeFile(path, hostileMarkdown)
  await someone.goTo('library')
  // By its path, because a browser's upload is given a harmless name at once.
  await someone.button('library:add.label').click()
  await page.getByRole('menuitem', { name: someone.say('library:add.path') }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(join(folder, 'hostile'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: someone.say('library:path.submit'), exact: true })
    .click()
  await expect(page.getByRole('button', { name: /^Ready 2$/u })).toBeVisible()

  // Their texts are the same, so one of them stands for both until it is pressed.
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2)
  await someone.button('library:row.nearlySame_one', { count: 1 }).click()
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(3)

  // The override is made visible or isolated: what is read left to right is the real name.
  const listed = await page.getByRole('grid').innerText()
  expect(listed).not.toContain('\u202E')
  expect(listed.replace(/\s/gu, '')).toContain('imgsrc=xonerror=hacked=1')
  expect(listed).toContain('U+202E')

  await someone.goTo('chat')
  await someone.ask('What is the vault code of the harbour office?')
  const turn = someone.turn('What is the vault code of the harbour office?')
  await someone.answered(turn)
  await expect(turn).toContainText('7741')
  await someone.citations(turn).first().click()
  await expect(page.getByText('a remote picture').first()).toBeVisible()
  await expect(page.getByText(/harmless looking link/u).first()).toBeVisible()
  const found = await page.evaluate(() => ({
    hacked: 'hacked' in globalThis,
    frames: document.querySelectorAll('iframe, object, embed').length,
    scripts: [...document.querySelectorAll('#root script, #root style')].length,
    pictures: [...document.querySelectorAll('img')].map((image) => image.src),
    links: [...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href')),
  }))
  expect(found).toMatchObject({ hacked: false, frames: 0, scripts: 0, pictures: [] })
  expect(found.links.filter((link) => /^(?:javascript|data|file):/iu.test(link ?? ''))).toEqual([])
  expect(dialogs).toEqual([])
  expect(outside).toEqual([])
})
