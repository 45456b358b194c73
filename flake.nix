# `nix build` builds the program and the checker; `nix develop` has what the tests need.
{
  description = "A proof-producing logic engine for Sudoku";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      each = f: nixpkgs.lib.genAttrs systems (system: f nixpkgs.legacyPackages.${system});
      manifest = builtins.fromTOML (builtins.readFile ./Cargo.toml);
    in
    {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "qedoku";
          version = manifest.workspace.package.version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          buildType = "dist";
          cargoBuildFlags = [ "--package" "qedoku" "--package" "qedoku-check" ];
          nativeBuildInputs = [ pkgs.pkg-config pkgs.installShellFiles ];
          buildInputs = [ pkgs.z3 ];
          # They need Python, Z3's command and an hour; `tests/all.sh` runs them.
          doCheck = false;
          postInstall = ''
            bash release/manual.sh manual $out/bin/qedoku
            installManPage manual/man1/*.1
            installShellCompletion --cmd qedoku --bash manual/qedoku.bash \
              --zsh manual/qedoku.zsh --fish manual/qedoku.fish
          '';
          meta = {
            description = "A proof-producing logic engine for Sudoku";
            license = with pkgs.lib.licenses; [ mit asl20 ];
            mainProgram = "qedoku";
          };
        };
      });

      devShells = each (pkgs: {
        default = pkgs.mkShell {
          packages = with pkgs; [ cargo rustc clippy rustfmt pkg-config z3 python3 nodejs ];
        };
      });
    };
}
