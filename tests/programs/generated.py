"""What generated programs share: each is run by two engines, whose outputs must be the same."""
import argparse, os, random, subprocess, tempfile, time


def run(command, path, env=None):
    try:
        done = subprocess.run(command + [path], capture_output=True, timeout=60, env=env)
        return done.stdout, done.returncode
    except subprocess.TimeoutExpired:
        return b"time out", -1


def compare(about, program, name):
    """Runs programs that `program` makes of a source of random numbers; the exit code says whether all were the same."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="target/release/loxo")
    parser.add_argument("--reference", default="php84")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stress", action="store_true", help="compile everything at once")
    parser.add_argument("--keep", default=os.path.join(tempfile.gettempdir(), name))
    options = parser.parse_args()
    os.makedirs(options.keep, exist_ok=True)
    env = dict(os.environ, LOXO_STRESS="jit") if options.stress else None
    end, seed, bad = time.time() + options.seconds, options.seed, 0
    while time.time() < end:
        path = os.path.join(options.keep, f"{seed}.php")
        with open(path, "w") as file:
            file.write(program(random.Random(seed)))
        expected = run([options.reference, "-n", "-d", "memory_limit=256M"], path)
        found = run([options.engine, "-n", "-d", "memory_limit=256M"], path, env)
        if expected != found:
            bad += 1
            print(f"seed {seed}: differs; see {path}", flush=True)
        else:
            os.unlink(path)
        seed += 1
    print(f"{seed - options.seed - bad} passed, {bad} failed")
    return 1 if bad else 0
