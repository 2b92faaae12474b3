import { defineConfig } from 'rolldown';
import { libraryBundle } from '../../scripts/library-bundle.ts';

export default defineConfig(
  libraryBundle({ server: 'src/server/index.ts', client: 'src/client/index.ts' }),
);
