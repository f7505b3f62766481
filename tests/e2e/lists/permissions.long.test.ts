import { beforeAll } from 'vitest'
import { category } from '../../../domain/resources/category.ts'
import { openTenderStage } from '../../support/tender-stage.ts'
import { describeDenials } from './denials.ts'

const stage = openTenderStage()
// What a sample of a post points at.
beforeAll(async () => {
  await stage.atrium.run(category, 'create', { name: 'Wood' })
})

describeDenials(stage)
