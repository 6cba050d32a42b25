import type { Locator, Page } from '@playwright/test'

/**
 * Controls that a press can miss, as `name: width × height`: what takes their press is less than `least` px wide or high. Those
 * in a line of text may be smaller, and with `mayHaveRoom` those with room around them: a circle of `least` px on each meets no
 * other (WCAG 2.2, 2.5.8).
 */
export function smallTargets(within: Locator, least: number, mayHaveRoom: boolean): Promise<string[]> {
  return within.evaluate(measureTargets, { least, mayHaveRoom })
}

/** Runs in the page. Presses are tried half a pixel apart, to all four sides of a control's middle. */
function measureTargets(within: Element, { least, mayHaveRoom }: { least: number; mayHaveRoom: boolean }): string[] {
  const native = 'button, a[href], input, textarea, select, summary'
  const roles = ['button', 'link', 'checkbox', 'switch', 'radio', 'tab', 'option', 'menuitem', 'slider']
  const kinds = `${native}, [role="separator"][tabindex], ${roles.map((role) => `[role="${role}"]`).join()}`
  type Point = readonly [x: number, y: number]

  for (const folded of within.querySelectorAll('details')) folded.open = true
  const controls = [...within.querySelectorAll<HTMLElement>(kinds)].filter((control) => {
    const { width, height } = control.getBoundingClientRect()
    const isSeen = control.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
    return isSeen && width > 1 && height > 1 && getComputedStyle(control).pointerEvents !== 'none'
  })
  const takes = (control: HTMLElement, [x, y]: Point): boolean => {
    const hit = document.elementFromPoint(x, y)
    return hit?.closest(kinds) === control || hit?.closest('label')?.control === control
  }
  const middles = (control: HTMLElement): Point[] =>
    [control, ...((control as HTMLInputElement).labels ?? [])]
      .flatMap((part) => [...part.getClientRects()])
      .map(({ left, top, width, height }) => [left + width / 2, top + height / 2])
  const reach = (control: HTMLElement, [x, y]: Point, dx: number, dy: number): number => {
    let far = 0
    for (const step of [4, 0.5])
      while (far < least && takes(control, [x + dx * (far + step), y + dy * (far + step)])) far += step
    return far
  }
  const isInLine = (control: HTMLElement): boolean => {
    let block: HTMLElement | null = control
    while (block && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement
    if (!block || block === control) return false
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode
      if (textContent?.trim() && !parentElement?.closest(kinds)) return true
    }
    return false
  }
  const hasRoom = (control: HTMLElement): boolean => {
    const own = control.getBoundingClientRect()
    const [x, y] = [own.left + own.width / 2, own.top + own.height / 2]
    return controls.every((other) => {
      if (other.contains(control) || control.contains(other)) return true
      const { left, top, right, bottom, width, height } = other.getBoundingClientRect()
      const away = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))
      const isSmall = Math.min(width, height) < least
      return away >= least / 2 && (!isSmall || Math.hypot((left + right) / 2 - x, (top + bottom) / 2 - y) >= least)
    })
  }
  const found = controls.flatMap((control) => {
    control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    const said = (control.getAttribute('aria-label') ?? control.textContent).trim().slice(0, 60)
    const name = `${control.getAttribute('role') ?? control.tagName.toLowerCase()} “${said}” ${control.className}`
    const middle = middles(control).find((point) => takes(control, point))
    if (!middle) return [`${name}: nothing takes its press`]
    const width = reach(control, middle, -1, 0) + reach(control, middle, 1, 0)
    const height = reach(control, middle, 0, -1) + reach(control, middle, 0, 1)
    // Half a pixel is as exact as this is.
    if (Math.min(width, height) >= least - 0.5 || isInLine(control)) return []
    return mayHaveRoom && hasRoom(control) ? [] : [`${name}: ${width} × ${height}`]
  })
  return [...new Set(found)]
}

/**
 * What is wrong with the focus as the Tab key goes once round the page: nothing shows it, something lies
 * over it, or its ring is cut by the window's edge or by a box around it. At least `least` controls must be met.
 */
export async function focusProblems(page: Page, least: number): Promise<string[]> {
  await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('[data-tabbed]')) delete one.dataset['tabbed']
  })
  const problems = new Set<string>()
  const seen = new Set<string>()
  const step = async (key: 'Tab' | 'Shift+Tab', press: number) => {
    await page.keyboard.press(key)
    // What the window does about the focus, it does with its next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    return page.evaluate(lookAtFocus, press)
  }
  for (let press = 0; press < 250; press += 1) {
    let stop = await step('Tab', press)
    if (stop.problem !== null) {
      // What came into the page just then may have moved it away.
      await step('Shift+Tab', press)
      stop = await step('Tab', press)
    }
    if (stop.number !== null && seen.has(stop.number)) break
    if (stop.number !== null) seen.add(stop.number)
    if (stop.problem !== null) problems.add(stop.problem)
  }
  if (seen.size < least) problems.add(`Tab met only ${seen.size} controls.`)
  return [...problems]
}

/** Runs in the page. `number` is the press that first met what has the focus; null where nothing has. */
function lookAtFocus(press: number): { number: string | null; problem: string | null } {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || active === document.body) return { number: null, problem: null }
  const number = (active.dataset['tabbed'] ??= String(press))
  const said = (active.getAttribute('aria-label') ?? active.textContent).trim().slice(0, 60)
  const name = `${active.getAttribute('role') ?? active.tagName.toLowerCase()} “${said}” ${active.className}`

  // Of a long text field the browser scrolls to the line with the caret alone.
  if (active instanceof HTMLTextAreaElement) active.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const isRinged = (element: Element): boolean => {
    const { outlineStyle, outlineColor } = getComputedStyle(element)
    return outlineStyle !== 'none' && !outlineColor.endsWith(', 0)')
  }
  // The row of a list that the keys are on, or the box around a field, may have the ring.
  const inList = document.getElementById(active.getAttribute('aria-activedescendant') ?? '')
  let ringed: Element | null = inList ?? active
  for (let up = 0; ringed && up < 4 && !isRinged(ringed); up += 1) ringed = ringed.parentElement
  if (!ringed || !isRinged(ringed)) {
    const isSeen = getComputedStyle(active).boxShadow !== 'none'
    return { number, problem: isSeen ? null : `${name}: nothing shows the focus` }
  }
  const { outlineOffset, outlineWidth } = getComputedStyle(ringed)
  const out = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
  const { left, top, right, bottom } = ringed.getBoundingClientRect()
  const cutBy = (box: { left: number; top: number; right: number; bottom: number }): string | null => {
    const over = [box.left - left, box.top - top, right - box.right, bottom - box.bottom].map((px) => px + out)
    return over.every((px) => px <= 0.5) ? null : over.map((px) => Math.max(0, Math.round(px * 10) / 10)).join(' ')
  }
  const isFixed = (element: Element): boolean => getComputedStyle(element).position === 'fixed'
  for (let box = ringed; box.parentElement && box !== document.body && !isFixed(box);) {
    box = box.parentElement
    const { overflowX, overflowY } = getComputedStyle(box)
    if (box === document.body || (overflowX === 'visible' && overflowY === 'visible')) continue
    const edge = box.getBoundingClientRect()
    const [x, y] = [edge.left + box.clientLeft, edge.top + box.clientTop]
    const cut = cutBy({ left: x, top: y, right: x + box.clientWidth, bottom: y + box.clientHeight })
    if (cut !== null) return { number, problem: `${name}: cut by ${box.className} (${cut})` }
  }
  const cut = cutBy({ left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight })
  if (cut !== null) return { number, problem: `${name}: cut by the window (${cut})` }
  const over = [left + 1, (left + right) / 2, right - 1].map((x) => document.elementFromPoint(x, (top + bottom) / 2))
  const isCovered = over.every((part) => part !== null && !ringed.contains(part) && !part.contains(ringed))
  return { number, problem: isCovered ? `${name}: something lies over it` : null }
}
