import { defineConfig } from 'rolldown';
import { libraryBundle } from '../../scripts/library-bundle.ts';

export default defineConfig(
  libraryBundle({
    index: 'src/index.ts',
    'agent/index': 'src/agent/index.ts',
    'runtime/index': 'src/runtime/index.ts',
    'store/index': 'src/store/index.ts',
    'testing/index': 'src/testing/index.ts',
  }),
);
