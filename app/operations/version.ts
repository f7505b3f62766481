// The build puts the version of package.json in its place.
declare const BUILT_VERSION: string | undefined

/** The version of this program; from sources it has none. */
export const version = typeof BUILT_VERSION === 'undefined' ? 'source' : BUILT_VERSION
