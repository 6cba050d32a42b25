/** How often a fault is repeated: a few times in every run, `long` times under `npm run test:long`. */
export const rounds = (usual: number, long: number): number => (process.env['CAIRN_TEST_LONG'] === '1' ? long : usual)
