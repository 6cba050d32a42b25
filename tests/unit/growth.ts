/** What stands in a row without end: a character of every class, and pairs that patterns look back over. */
export const units = [
  ...[
    ' ',
    '\t',
    '\n',
    '\u00a0',
    '\u3000',
    '\r',
    '\u200b',
    '\u0301',
    '\u00ad',
    '7',
    'a',
    'A',
    'é',
    '中',
    'か',
    '한',
    'ж',
    'ع',
    '😀',
    '👨‍👩‍👧',
  ],
  ...[
    '.',
    ',',
    '!',
    '?',
    ':',
    ';',
    '-',
    '_',
    '*',
    '#',
    '=',
    '~',
    '`',
    '|',
    '/',
    '\\',
    '&',
    '@',
    '"',
    "'",
    '“',
    '(',
    ')',
    '[',
    ']',
    '{',
    '<',
    '>',
    '（',
    '。',
    '…',
    '—',
  ],
  ...[
    'a ',
    'A ',
    '1 ',
    '#### ',
    '| | |',
    '1.1.1.1',
    '[a]',
    '*a_',
    '**a',
    '~a',
    '- ',
    '- a\n',
    '> ',
    'a\n',
    '=\n',
    'a\n=\n',
    ' \n',
    '<!--',
    '<a>',
    '<?',
    '[^a]: ',
    '&amp;',
    '""',
    'a,',
    ',\n',
    'A. ',
    '(a) ',
  ],
]

/** Processor milliseconds that some work took. */
async function cost(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work().catch(() => undefined)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * How many times longer four times as much takes, at the best of three tries; less than a moment counts as a moment. What is
 * quick enough against a moment is not tried with less.
 */
export async function growth(work: (length: number) => Promise<unknown>, length: number): Promise<number> {
  const moment = 6
  let best = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 3 && best > 9; tries += 1) {
    const long = await cost(() => work(4 * length))
    const short = long > 9 * moment ? await cost(() => work(length)) : 0
    best = Math.min(best, long / Math.max(moment, short))
    if (process.env['CI30'])
      console.log(`G ${tries} ${length} ${long.toFixed(1)} ${short.toFixed(1)} ${best.toFixed(2)}`)
  }
  return best
}
