import { defineConfig } from 'rolldown';
import { libraryBundle } from '../../scripts/library-bundle.ts';

export default defineConfig(libraryBundle({ index: 'src/index.ts' }));
