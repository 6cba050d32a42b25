/** How much of a trial there is: `usual` in every run, `long` under `npm run test:long`. */
export const rounds = (usual: number, long: number): number => (process.env['CAIRN_TEST_LONG'] === '1' ? long : usual)

/** The looks (language and theme) or ways that a test is done in: the one at `usual` in every run, all of them under `npm run test:long`. */
export const looks = <T>(all: readonly T[], usual: number): readonly T[] =>
  all.filter((_, at) => at === rounds(usual, at))
