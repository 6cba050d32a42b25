/** How much of a trial there is: `usual` in every run, `long` under `npm run test:long`. */
export const rounds = (usual: number, long: number): number => (process.env['CAIRN_TEST_LONG'] === '1' ? long : usual)
