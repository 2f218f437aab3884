import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { buildClientPackage } from '@numscope/client/build/build-package.ts';
import { root } from '../product/installation.ts';

const execute = promisify(execFile);

/** Where programs are looked for: the machine's own Node.js, an older one than ours often, comes before ours. */
const pathOfOthers = [
  ...(process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules')),
  dirname(process.execPath),
].join(delimiter);

/** A folder of somebody else, with the packed client installed and nothing of the repository. */
export class InstalledClient {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Builds, packs and installs it. */
  static async install(): Promise<InstalledClient> {
    const folder = await mkdtemp(join(tmpdir(), 'numscope-client-'));
    const built = join(folder, 'built');
    await buildClientPackage(built);
    const npm = (...args: string[]) =>
      execute('npm', [...args, '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder, timeout: 120_000 });
    await npm('pack', built);
    const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
    await rm(built, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
    await npm('install', '--ignore-scripts', join(folder, packed));
    return new InstalledClient(folder);
  }

  /**
   * Compiles the walk against the installed types, as strictly as may be, into plain JavaScript.
   * @throws Error with the compiler's words
   */
  async compile(): Promise<void> {
    await copyFile(join(root, 'e2e', 'src', 'client-package', 'walk.ts'), join(this.folder, 'walk.ts'));
    const compilerOptions = {
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable'],
      module: 'nodenext',
      types: ['node'],
      typeRoots: [join(root, 'node_modules', '@types')],
    };
    await writeFile(join(this.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['walk.ts'] }));
    await execute(join(root, 'node_modules', '.bin', 'tsc'), [], { cwd: this.folder, timeout: 120_000 }).catch(
      (error: { stdout?: string }) => {
        throw new Error(error.stdout ?? String(error), { cause: error });
      },
    );
  }

  /** Runs the walk on the machine's own Node.js; what it printed. @throws Error with what it said */
  async walk(env: Readonly<Record<string, string>>): Promise<unknown> {
    // Node.js 20 has websockets only by this; later ones know the word still.
    const { stdout } = await execute('node', ['--experimental-websocket', 'walk.js'], {
      cwd: this.folder,
      env: { PATH: pathOfOthers, ...env },
      timeout: 120_000,
    });
    return JSON.parse(stdout);
  }

  discard(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}
