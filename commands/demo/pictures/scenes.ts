import { harbourScenes } from './scenes-harbour.ts'
import { indoorScenes } from './scenes-indoors.ts'

/** By name: a drawing of the demo company's world as SVG, 1200 by 750. All of them are drawn by this code, from nothing. */
export const scenes = { ...harbourScenes, ...indoorScenes } as const

export type Scene = keyof typeof scenes
